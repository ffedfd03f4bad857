/** Every rule, by subject. test/rules holds ids, files, tests and README together. */
import { acrossRules } from './across.ts'
import { alternateRules } from './alternate.ts'
import { comparedRules } from './compared.ts'
import type { DefinedRule } from './define-rule.ts'
import { discoveryRules } from './discovery.ts'
import { documentRules } from './document.ts'
import { encodingRules } from './encoding.ts'
import { extensionUrlRules } from './extension-url.ts'
import { feedRules } from './feed.ts'
import { gzipRules } from './gzip.ts'
import { hintRules } from './hints.ts'
import { historyRules } from './history.ts'
import { imageRules } from './image.ts'
import { lastmodRules } from './lastmod.ts'
import { limitRules } from './limits.ts'
import { locRules } from './loc.ts'
import { mediaRules } from './media.ts'
import { namespaceRules } from './namespace.ts'
import { newsRules } from './news.ts'
import { pageRules } from './page.ts'
import { pageTruthRules } from './page-truth.ts'
import { responseRules } from './response.ts'
import { responseAgentRules } from './response-agent.ts'
import { responseBodyRules } from './response-body.ts'
import { responseRedirectRules } from './response-redirect.ts'
import { robotsRules } from './robots.ts'
import { schemaRules } from './schema.ts'
import { sitemapIndexRules } from './sitemap-index.ts'
import { textLineRules } from './text-lines.ts'
import { videoRules } from './video.ts'
import { xmlRules } from './xml.ts'

/** Sorted by id. */
export const RULES: readonly DefinedRule[] = [
  ...acrossRules,
  ...alternateRules,
  ...comparedRules,
  ...discoveryRules,
  ...documentRules,
  ...encodingRules,
  ...extensionUrlRules,
  ...feedRules,
  ...gzipRules,
  ...hintRules,
  ...historyRules,
  ...imageRules,
  ...lastmodRules,
  ...limitRules,
  ...locRules,
  ...mediaRules,
  ...namespaceRules,
  ...newsRules,
  ...pageRules,
  ...pageTruthRules,
  ...responseAgentRules,
  ...responseBodyRules,
  ...responseRedirectRules,
  ...responseRules,
  ...robotsRules,
  ...schemaRules,
  ...sitemapIndexRules,
  ...textLineRules,
  ...videoRules,
  ...xmlRules,
].sort((a, b) => (a.id < b.id ? -1 : 1))

export const RULES_BY_ID: ReadonlyMap<string, DefinedRule> = new Map(RULES.map((rule) => [rule.id, rule]))
