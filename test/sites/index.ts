/** Every site that can be played, by the domain to audit. The first host is the one; the others belong to it. */
import type { Site } from '../support/site.ts'
import { beds } from './beds.ts'
import { blog } from './blog.ts'
import { broadcast } from './broadcast.ts'
import { docs } from './docs.ts'
import { edge } from './edge.ts'
import { fruit } from './fruit.ts'
import { furniture } from './furniture.ts'
import { gov } from './gov.ts'
import { guard1, guard2 } from './guard.ts'
import { mail } from './mail.ts'
import { mailOrder } from './mail-order.ts'
import { ministry } from './ministry.ts'
import { newsDaily } from './news-daily.ts'
import { press } from './press.ts'
import { quiet1, quiet2, quiet3, quiet4 } from './quiet.ts'
import { radio } from './radio.ts'
import { rooms } from './rooms.ts'
import { search } from './search.ts'
import { store } from './store.ts'
import { times } from './times.ts'

export const SITES: Record<string, Site[]> = {
  'beds.example': beds,
  'blog.example': blog,
  'broadcast.example': broadcast,
  'docs.example': docs,
  'edge.example': edge,
  'fruit.example': fruit,
  'furniture.example': furniture,
  'gov.example': gov,
  'guard-1.example': guard1,
  'guard-2.example': guard2,
  'mail-order.example': mailOrder,
  'mail.example': mail,
  'ministry.example': ministry,
  'news-daily.example': newsDaily,
  'press.example': press,
  'quiet-1.example': quiet1,
  'quiet-2.example': quiet2,
  'quiet-3.example': quiet3,
  'quiet-4.example': quiet4,
  'radio.example': radio,
  'rooms.example': rooms,
  'search.example': search,
  'store.example': store,
  'times.example': times,
}
