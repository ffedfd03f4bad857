/** What a client would rather have, by its Accept header (RFC 9110, 12.5.1). */

/** Ranges of one header that are looked at; browsers send fewer than ten. */
const RANGES_LIMIT = 50

/**
 * @param mediaType lower-case, without parameters
 * @returns the weight the header gives it, by the most specific range that takes it in: 0 to 1; 1 without a header
 */
export function weigh(accept: string | undefined, mediaType: string): number {
  if (accept === undefined || accept.trim() === '') return 1
  const [type = ''] = mediaType.split('/')
  const specificities = [mediaType, `${type}/*`, '*/*']
  let best = specificities.length
  let weight = 0
  for (const range of accept.split(',', RANGES_LIMIT)) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const specificity = specificities.indexOf(name)
    if (specificity < 0 || specificity >= best) continue
    best = specificity
    weight = readWeight(parameters.find((one) => one.startsWith('q=')))
  }
  return weight
}

/** Other forms of what there are pages of. */
const NO_PAGES = ['text/plain', 'text/markdown', 'text/csv', 'application/sarif+json', 'application/junit+xml']

/** HTML is named, and nothing else that there is comes before it. `curl` accepts anything and gets JSON. */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined) return false
  const html = weigh(accept, 'text/html')
  return html > weigh(accept, 'application/json') && NO_PAGES.every((mediaType) => weigh(accept, mediaType) <= html)
}

/** Somebody looks at an address with a browser. */
export function isNavigation({
  method,
  headers,
}: {
  method: string
  headers: { accept?: string | undefined }
}): boolean {
  return (method === 'GET' || method === 'HEAD') && prefersHtml(headers.accept)
}

function readWeight(parameter: string | undefined): number {
  if (parameter === undefined) return 1
  const weight = Number(parameter.slice(2))
  return weight >= 0 && weight <= 1 ? weight : 0
}
