/** What is wrong with the charset of a document: a BOM, another charset than UTF-8, a declaration that is false. */
import type { Location } from '../model/document.ts'
import { canonicalCharset } from './charset.ts'
import type { CharsetFacts } from './decoder.ts'
import type { Locator } from './locator.ts'
import type { FaultWithoutEntry } from './reading.ts'

export interface CharsetFaults {
  /** Call once, with the first text, which the locator has. */
  begin(text: string): void
  /** Call with each text: tells once it is settled what the bytes are, and costs nothing from then on. */
  settle(): void
}

export function createCharsetFaults(
  facts: CharsetFacts,
  locator: Locator,
  tell: (fault: FaultWithoutEntry) => void,
): CharsetFaults {
  let isTold = false
  let encodingAt: Location | null = null

  function begin(text: string) {
    if (facts.hasSecondBom) tell({ code: 'bom-repeated', at: 0 })
    else if (facts.hasBom && facts.charset === 'UTF-8') tell({ code: 'bom', at: 0 })
    if (facts.declared !== null) {
      const name = /\bencoding\s*=/.exec(text)
      encodingAt = name ? locator.find(name.index) : null
    }
  }

  function settle() {
    if (isTold) return
    const { charset, declared } = facts
    const named = declared === null ? null : canonicalCharset(declared)
    if (facts.proof === 'assumed') {
      // Every charset that is not a superset of ASCII is refuted by the declaration itself.
      if (declared === null || (named !== null && !named.startsWith('utf-16') && !named.startsWith('utf-32'))) return
    }
    isTold = true
    const proof = facts.proof === 'bom' ? 'bom' : 'bytes'
    if (charset !== 'UTF-8') tell({ code: 'not-utf8', at: null, charset, proof })
    const actual = charset.toLowerCase()
    if (declared !== null && named !== actual && !isWithoutEndianness(named, actual)) {
      tell({ code: 'declaration-false', at: encodingAt, declared, actual: charset, proof })
    }
  }

  return { begin, settle }
}

/** "UTF-16" leaves the order of bytes to the BOM. */
function isWithoutEndianness(named: string | null, actual: string): boolean {
  return (named === 'utf-16' || named === 'utf-32') && actual.startsWith(named)
}
