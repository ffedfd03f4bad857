/** How a single UTF-16 unit is shown in a sentence. */

/** In quotes, where it can be seen. */
export function quoteUnit(unit: number): string {
  if (unit > 0x20 && unit !== 0x7f) return `"${String.fromCharCode(unit)}"`
  return nameUnit(unit)
}

/** As U+0000. */
export function nameUnit(unit: number): string {
  return `U+${unit.toString(16).toUpperCase().padStart(4, '0')}`
}
