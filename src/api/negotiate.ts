/** Which form of a resource a client gets, by its Accept header (RFC 9110, 12.5.1). Nobody is refused for it. */
import { weigh } from './accept.ts'

/**
 * @param offers each form with its media types, the best first: it is what those get who have no wish, or wishes that
 * nobody can fulfil (RFC 9110, 15.5.7 allows an answer instead of 406)
 * @returns the form with the greatest weight; of equals the first
 */
export function negotiate<F extends string>(accept: string | undefined, offers: readonly [Offer<F>, ...Offer<F>[]]): F {
  let [best] = offers
  let weight = 0
  for (const offer of offers) {
    const offered = Math.max(...offer.mediaTypes.map((mediaType) => weigh(accept, mediaType)))
    if (offered <= weight) continue
    best = offer
    weight = offered
  }
  return best.form
}

export interface Offer<F extends string> {
  form: F
  /** Lower-case, without parameters. */
  mediaTypes: readonly [string, ...string[]]
}
