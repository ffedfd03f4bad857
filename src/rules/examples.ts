/** Examples wrong and right of each rule, for those who read the catalogue. */
import type { RuleExamples } from '../model/report.ts'

export const EXAMPLES: Readonly<Record<string, RuleExamples>> = {}
