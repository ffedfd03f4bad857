/** How the places of one host are parted among those who want them. */

export interface Claim {
  wanted: number
  /** How long it has had its turn or has waited for one, ms. */
  turnMs: number
}

/**
 * One place each in the order of their turns, the longest first, and round again until nothing is left or wanted: nobody
 * gets more than another who still wants. Where there are more of them than places, the last ones get none.
 * @returns the places of each claim, in the order given
 */
export function allot(claims: readonly Claim[], places: number): number[] {
  const order = claims.map((_, index) => index).toSorted((a, b) => turnOf(claims, b) - turnOf(claims, a) || a - b)
  const shares = claims.map(() => 0)
  let left = places
  for (let before = -1; left > 0 && left !== before; ) {
    before = left
    for (const index of order) {
      if (left === 0 || (shares[index] ?? 0) >= (claims[index]?.wanted ?? 0)) continue
      shares[index] = (shares[index] ?? 0) + 1
      left--
    }
  }
  return shares
}

function turnOf(claims: readonly Claim[], index: number): number {
  return claims[index]?.turnMs ?? 0
}
