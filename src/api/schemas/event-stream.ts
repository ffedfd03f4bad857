/** The events of an audit, described: OpenAPI has no words for streams. */

export const EVENT_STREAM_DESCRIPTION = [
  'Server-sent events (text/event-stream): what the audit does and finds, while it does. Each has JSON in one line.',
  [
    '- `document`: a DocumentReport, as it was read. What the comparison of documents adds is in the report.',
    '- `finding`: a Finding, once by fingerprint.',
    '- `progress`: a Progress, when it has changed; without an id.',
    '- `corrected`: what the report says otherwise: fingerprints `withdrawn` because their cause was found later, and ' +
      'findings `changed` in what counts (`fingerprint`, `severity`, `occurrences`, `share`, `suppressed`).',
    '- `restart`: what was sent before no longer counts, and comes anew: the worker died and another one began again, or ' +
      'what had been told is no longer kept.',
    '- `done`: `id`, `status`, `verdict`, `summary`, `gate`, `error`, `finishedAt`. The stream ends behind it.',
  ].join('\n'),
  'A client that was cut off goes on behind the last event it has seen with `Last-Event-ID` (browsers do) or `after`; ' +
    'behind `done` the answer is 204, and browsers then stay away. An audit tells for an hour after its end what it told ' +
    'while it ran; after that, and where it was over in a moment, the stream is made from its report. A comment comes at ' +
    'least every 15 seconds.',
].join('\n\n')
