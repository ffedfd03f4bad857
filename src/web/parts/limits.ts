/** Numbers of the API that the pages speak of; a test holds them to it. */

/** Documents that GET /audits/{id}/counts lists: COUNTED_DOCUMENTS_LIMIT. */
export const COUNTED_DOCUMENTS = 1_000
