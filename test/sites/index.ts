/** Every site that can be played, by the domain to audit. The first host is the one; the others belong to it. */
import type { Site } from '../support/site.ts'
import { blog } from './blog.ts'
import { edge } from './edge.ts'
import { fruit } from './fruit.ts'
import { gov } from './gov.ts'
import { guard1, guard2 } from './guard.ts'
import { newsDaily } from './news-daily.ts'
import { quiet1, quiet2, quiet3, quiet4 } from './quiet.ts'
import { search } from './search.ts'

export const SITES: Record<string, Site[]> = {
  'blog.example': blog,
  'edge.example': edge,
  'fruit.example': fruit,
  'gov.example': gov,
  'guard-1.example': guard1,
  'guard-2.example': guard2,
  'news-daily.example': newsDaily,
  'quiet-1.example': quiet1,
  'quiet-2.example': quiet2,
  'quiet-3.example': quiet3,
  'quiet-4.example': quiet4,
  'search.example': search,
}
