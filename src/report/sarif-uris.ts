/**
 * Documents as SARIF names them: relative to their origins (3.4.4), because code scanning refuses a whole file with one
 * absolute https URI in it.
 */
import type { ArtifactLocation, Run } from 'sarif'

const SITE = 'SITE'

export interface SarifUris {
  /** @param url null: the site itself */
  locate(url: string | null): ArtifactLocation
  /** Of everything that was located. */
  bases(): NonNullable<Run['originalUriBaseIds']>
}

export function createSarifUris(siteOrigin: string): SarifUris {
  const ids = new Map([[siteOrigin, SITE]])
  return {
    locate(url) {
      const parsed = url === null ? null : URL.parse(url)
      if (parsed === null) return { uri: './', uriBaseId: SITE }
      const id = ids.get(parsed.origin) ?? `HOST_${ids.size}`
      ids.set(parsed.origin, id)
      return { uri: relativeTo(parsed), uriBaseId: id }
    },
    bases() {
      return Object.fromEntries(Array.from(ids, ([origin, id]) => [id, { uri: `${origin}/` }]))
    },
  }
}

/** RFC 3986, 4.2: a first segment that is empty or has a colon would be read as a host or a scheme. */
function relativeTo({ pathname, search }: URL): string {
  const path = `${pathname.slice(1)}${search}`
  const [first = ''] = path.split(/[/?]/, 1)
  const encoded = path.replace(/[^A-Za-z0-9\-._~:/?@!$&'()*+,;=%]/g, (char) => encodeURIComponent(char))
  return first === '' || first.includes(':') ? `./${encoded}` : encoded
}
