/** A phrase inside a sentence has no full stop of its own. */
export const phrase = (detail: string): string => detail.replace(/[.\s]{1,10}$/, '')
