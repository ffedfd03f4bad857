/** Examples wrong and right, for those who read the catalogue. A test runs each through the checker. */
import { ALTERNATE_EXAMPLES } from './examples/alternates.ts'
import { DATE_EXAMPLES } from './examples/dates.ts'
import { DOCUMENT_EXAMPLES } from './examples/documents.ts'
import { FEED_EXAMPLES } from './examples/feeds.ts'
import type { ExampleTable } from './examples/forms.ts'
import { LOC_EXAMPLES } from './examples/locs.ts'
import { MEDIA_EXAMPLES } from './examples/media.ts'
import { SITE_EXAMPLES } from './examples/sites.ts'
import { VIDEO_EXAMPLES } from './examples/videos.ts'

/** By rule. What takes a whole site, or a file too large to be read, has none. */
export const EXAMPLES: ExampleTable = {
  ...ALTERNATE_EXAMPLES,
  ...DATE_EXAMPLES,
  ...DOCUMENT_EXAMPLES,
  ...FEED_EXAMPLES,
  ...LOC_EXAMPLES,
  ...MEDIA_EXAMPLES,
  ...SITE_EXAMPLES,
  ...VIDEO_EXAMPLES,
}
