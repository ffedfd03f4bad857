/**
 * The same text in memory of its own. V8 makes what is cut out of a string a view of the whole of it: what is kept of a
 * large document must not keep the document.
 */
export const detachText = (text: string): string => ` ${text}`.slice(1)
