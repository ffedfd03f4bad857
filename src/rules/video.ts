/** All rules of videos: https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps. */
import type { DefinedRule } from './define-rule.ts'
import { videoDateRules } from './video-dates.ts'
import { videoLocationRules } from './video-location.ts'
import { videoNumberRules } from './video-numbers.ts'
import { videoRestrictionRules } from './video-restrictions.ts'
import { videoTagRules } from './video-tags.ts'
import { videoTextRules } from './video-texts.ts'

export const videoRules: readonly DefinedRule[] = [
  ...videoDateRules,
  ...videoLocationRules,
  ...videoNumberRules,
  ...videoRestrictionRules,
  ...videoTagRules,
  ...videoTextRules,
]
