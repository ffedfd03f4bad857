/** The open elements, as both ways to read XML know them. */
import type { At, Location } from '../model/document.ts'
import type { Locator } from './locator.ts'
import type { SaxesTag } from './saxes-internals.ts'

export interface ElementStack {
  /** How many are open. `names` and `ats` may hold more. */
  depth: number
  readonly names: string[]
  /** The `<` of each. */
  readonly ats: At[]
  /** The tags with what they declare; saxes' own list. */
  readonly tags: SaxesTag[]
}

/** Of tags that have none: no attributes, or no declarations of namespaces. */
export const NOTHING: Record<string, never> = Object.freeze(Object.create(null))

/** Where open elements stand, also when their own text is no longer kept. */
export interface OpenPlaces {
  /** To be called when the text before a place is about to be dropped. */
  settle(before: At): void
  /** @param index of an open element */
  find(index: number): Location | null
}

export function createOpenPlaces(stack: ElementStack, locator: Locator): OpenPlaces {
  const places = new Map<At, Location | null>()
  return {
    settle(before) {
      const { depth, ats } = stack
      let dropped = 0
      while (dropped < depth && (ats[dropped] as At) < before) dropped++
      if (dropped === 0) return
      const open = new Set(ats.slice(0, dropped))
      for (const at of places.keys()) if (!open.has(at)) places.delete(at)
      for (const at of open) if (!places.has(at)) places.set(at, locator.find(at))
    },
    find(index) {
      const at = stack.ats[index] as At
      return places.get(at) ?? locator.find(at)
    },
  }
}
