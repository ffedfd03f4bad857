/** Right documents of every kind, each at a path and with pages of its own. */
import { feeds } from './feeds.ts'
import { frameworks } from './frameworks.ts'
import type { GuardDocument } from './guard-document.ts'
import { oddities } from './oddities.ts'
import { systems } from './systems.ts'

export const GUARD_DOCUMENTS: readonly GuardDocument[] = [...systems, ...frameworks, ...oddities, ...feeds]
