/** What changed since an earlier audit of the same site. */
import type { DefinedRule } from './define-rule.ts'
import { historyDocumentRules } from './history-documents.ts'
import { historyEntryRules } from './history-entries.ts'

export const historyRules: readonly DefinedRule[] = [...historyDocumentRules, ...historyEntryRules]
