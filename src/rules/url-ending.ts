/** Whether the path of a URL ends so, whatever its case. What is no URL (an upload may be named anything) is taken as a path. */
export function hasPathEnding(url: string, ending: string): boolean {
  const path = URL.canParse(url) ? new URL(url).pathname : url
  return path.toLowerCase().endsWith(ending)
}
