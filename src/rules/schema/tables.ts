/**
 * What the schemas of Google's extensions and of XHTML declare, as far as sitemaps use them: element, order, how often,
 * type. Each row names the rules that tell the same of a value, so that one cause stays one finding.
 */
import { type SimpleType, TYPES } from './types.ts'

export interface AttributeRow {
  type: SimpleType
  isRequired?: true
  told?: readonly string[]
}

export interface ElementRow {
  name: string
  isRequired?: true
  /** Default 1. */
  most?: number
  /** null: elements only, those of `children`. */
  type: SimpleType | null
  children?: readonly ElementRow[]
  attributes?: Readonly<Record<string, AttributeRow>>
  /** Rules that tell of a value that the type refuses. */
  told?: readonly string[]
  /** Rules that tell that it is missing. */
  toldMissing?: readonly string[]
}

const UNBOUNDED = Number.POSITIVE_INFINITY
const { anyUri, string, date, yesNo } = TYPES

const URL_RULES = ['extension-url-unescaped']

export const IMAGE: ElementRow = {
  name: 'image',
  type: null,
  children: [
    {
      name: 'loc',
      isRequired: true,
      type: anyUri,
      told: ['image-loc-invalid', ...URL_RULES],
      toldMissing: ['image-loc-missing'],
    },
    { name: 'caption', type: string },
    { name: 'geo_location', type: string },
    { name: 'title', type: string },
    { name: 'license', type: anyUri, told: URL_RULES },
  ],
}

export const NEWS: ElementRow = {
  name: 'news',
  type: null,
  children: [
    {
      name: 'publication',
      isRequired: true,
      type: null,
      children: [
        { name: 'name', isRequired: true, type: string, toldMissing: ['news-name-missing'] },
        {
          name: 'language',
          isRequired: true,
          type: TYPES.newsLanguage,
          told: ['news-language-invalid', 'news-language-missing'],
          toldMissing: ['news-language-missing'],
        },
      ],
      toldMissing: ['news-publication-missing'],
    },
    { name: 'access', type: TYPES.access },
    { name: 'genres', type: TYPES.genres },
    {
      name: 'publication_date',
      isRequired: true,
      type: TYPES.newsDate,
      told: ['news-date-invalid', 'news-date-missing'],
      toldMissing: ['news-date-missing'],
    },
    { name: 'title', isRequired: true, type: string, toldMissing: ['news-title-missing'] },
    { name: 'keywords', type: string },
    { name: 'stock_tickers', type: TYPES.tickers },
  ],
}

const LOCATION_RULES = ['video-location-invalid', ...URL_RULES]
const FLAG_RULES = ['video-flag-invalid']
const DATE_RULES = ['video-date-invalid']
const relationship: AttributeRow = {
  type: TYPES.relationship,
  isRequired: true,
  told: ['video-relationship-invalid'],
}

export const VIDEO: ElementRow = {
  name: 'video',
  type: null,
  children: [
    {
      name: 'thumbnail_loc',
      isRequired: true,
      type: anyUri,
      told: [...LOCATION_RULES, 'video-thumbnail-missing'],
      toldMissing: ['video-thumbnail-missing'],
    },
    {
      name: 'title',
      isRequired: true,
      type: TYPES.title,
      told: ['video-title-too-long'],
      toldMissing: ['video-title-missing'],
    },
    {
      name: 'description',
      isRequired: true,
      type: TYPES.description,
      told: ['video-description-too-long'],
      toldMissing: ['video-description-missing'],
    },
    { name: 'content_loc', type: anyUri, told: LOCATION_RULES },
    {
      name: 'player_loc',
      type: anyUri,
      told: LOCATION_RULES,
      attributes: { allow_embed: { type: yesNo, told: FLAG_RULES }, autoplay: { type: string } },
    },
    { name: 'duration', type: TYPES.duration, told: ['video-duration-invalid'] },
    { name: 'expiration_date', type: date, told: DATE_RULES },
    { name: 'rating', type: TYPES.rating, told: ['video-rating-invalid'] },
    {
      name: 'content_segment_loc',
      most: UNBOUNDED,
      type: anyUri,
      told: LOCATION_RULES,
      attributes: { duration: { type: TYPES.duration, told: ['video-duration-invalid'] } },
    },
    { name: 'view_count', type: TYPES.count, told: ['video-view-count-invalid'] },
    { name: 'publication_date', type: date, told: DATE_RULES },
    { name: 'tag', most: 32, type: string },
    { name: 'category', type: TYPES.category },
    { name: 'family_friendly', type: yesNo, told: FLAG_RULES },
    {
      name: 'restriction',
      type: TYPES.countries,
      told: ['video-country-invalid'],
      attributes: { relationship },
    },
    { name: 'gallery_loc', type: anyUri, told: LOCATION_RULES, attributes: { title: { type: string } } },
    {
      name: 'price',
      most: UNBOUNDED,
      type: string,
      attributes: {
        currency: { type: TYPES.currency },
        type: { type: TYPES.priceType },
        resolution: { type: TYPES.resolution },
      },
    },
    { name: 'requires_subscription', type: yesNo, told: FLAG_RULES },
    {
      name: 'uploader',
      type: string,
      attributes: { info: { type: anyUri, told: ['video-uploader-invalid', ...URL_RULES] } },
    },
    {
      name: 'tvshow',
      type: null,
      children: [
        { name: 'show_title', isRequired: true, type: string },
        { name: 'video_type', isRequired: true, type: TYPES.videoType },
        { name: 'episode_title', type: string },
        { name: 'season_number', type: TYPES.ordinal },
        { name: 'episode_number', type: TYPES.ordinal },
        { name: 'premier_date', type: date, told: DATE_RULES },
      ],
    },
    {
      name: 'platform',
      type: TYPES.platforms,
      told: ['video-platform-invalid'],
      attributes: { relationship },
    },
    { name: 'live', type: yesNo, told: FLAG_RULES },
    {
      name: 'id',
      most: UNBOUNDED,
      type: string,
      attributes: { type: { type: TYPES.idType, isRequired: true } },
    },
  ],
}

/** Handlers of XHTML that any element may have. */
const EVENTS =
  'onclick ondblclick onmousedown onmouseup onmouseover onmousemove onmouseout onkeypress onkeydown onkeyup'

/** https://www.w3.org/TR/xhtml1-schema/#xhtml1-strict, element link: declared empty, no attribute required. */
export const LINK_ATTRIBUTES: ReadonlyMap<string, AttributeRow> = new Map<string, AttributeRow>([
  ['rel', { type: TYPES.nameTokens, told: ['alternate-rel-invalid'] }],
  ['rev', { type: TYPES.nameTokens }],
  ['href', { type: anyUri, told: ['alternate-href-invalid', 'alternate-href-relative', ...URL_RULES] }],
  [
    'hreflang',
    {
      type: TYPES.language,
      told: [
        'alternate-language-invalid',
        'alternate-region-invalid',
        'alternate-script-invalid',
        'alternate-separator-invalid',
        'alternate-attribute-missing',
      ],
    },
  ],
  ['media', { type: TYPES.media }],
  ['type', { type: string }],
  ['charset', { type: string }],
  ['id', { type: TYPES.nameTokens }],
  ['class', { type: TYPES.nameTokens }],
  ['style', { type: string }],
  ['title', { type: string }],
  ['lang', { type: TYPES.language }],
  ['xml:lang', { type: TYPES.language }],
  ['dir', { type: TYPES.direction }],
  ...EVENTS.split(' ').map((name): [string, AttributeRow] => [name, { type: string }]),
])
