/** One fault each, to be put into a document in which nothing else is wrong. */
import { documentSeeds } from './document-seeds.ts'
import { entrySeeds } from './entry-seeds.ts'
import { extensionSeeds } from './extension-seeds.ts'
import type { Seed } from './seed.ts'

export const SEEDS: readonly Seed[] = [...entrySeeds, ...extensionSeeds, ...documentSeeds]
