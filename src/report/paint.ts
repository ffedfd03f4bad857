/** Colours for terminals, when they were asked for. */
import { styleText } from 'node:util'
import type { Severity, Verdict } from '../model/report.ts'

type Style = Parameters<typeof styleText>[0]

export type Paint = (style: Style, text: string) => string

/** Whoever asks for colours gets them: where the text goes cannot be seen from here. */
export function createPaint(isColoured: boolean): Paint {
  return isColoured ? (style, text) => styleText(style, text, { validateStream: false }) : (_style, text) => text
}

export const SEVERITY_COLOURS = { error: 'red', warning: 'yellow', note: 'cyan' } as const satisfies Record<
  Severity,
  Style
>
export const VERDICT_COLOURS = {
  fail: 'red',
  warn: 'yellow',
  pass: 'green',
  unchecked: 'magenta',
} as const satisfies Record<Verdict, Style>
