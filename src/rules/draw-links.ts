/**
 * Which links are kept where there are too many: those between pairs of pages whose hash is small. Both directions of a
 * pair have one hash, in every document and on every machine, so of what is drawn each answer is drawn as well: what is
 * judged is judged truly, and the rest not at all.
 */
import { pairHash } from '../values/hash.ts'

const HASH_BITS = 53
/** Then one hash is left of all. */
export const HALVINGS_LIMIT = HASH_BITS

/** The same for both directions. */
export const linkHash = (source: number, target: number): number =>
  source < target ? pairHash(source, target) : pairHash(target, source)

/** Links with a smaller hash are drawn. @param halvings how often half of the pairs was dropped */
export const drawBelow = (halvings: number): number => 2 ** (HASH_BITS - halvings)
