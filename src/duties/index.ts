/** Every duty, in the order in which they begin. */
import type { Duty } from './duty.ts'

export const DUTIES: readonly Duty[] = []
