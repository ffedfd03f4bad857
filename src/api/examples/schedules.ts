/** Schedules, as they are asked for and answered. */
import type { Schedule } from '../../model/schedule.ts'
import type { ScheduleRequest } from '../schemas/schedule.ts'
import { WHOLE_OPTIONS, WHOLE_REQUEST } from './audits.ts'
import { AUDIT_ID } from './report.ts'

const { domain, ...options } = WHOLE_REQUEST
const { domain: _domain, ...shown } = WHOLE_OPTIONS

export const SCHEDULE_REQUEST: ScheduleRequest = {
  domain: 'blog.example',
  cron: '30 4 * * 1-5',
  timezone: 'Europe/Berlin',
  options: { children: 'all', gate: { failOn: 'new-error' } },
}

export const WHOLE_SCHEDULE_REQUEST: ScheduleRequest = {
  domain,
  cron: '@weekly',
  timezone: 'UTC',
  options,
  paused: true,
}

export const SCHEDULE: Schedule = {
  id: '01a22e51-2072-72a0-b931-39f507e4f2ca',
  domain: 'blog.example',
  cron: '30 4 * * 1-5',
  timezone: 'Europe/Berlin',
  options: shown,
  paused: false,
  next: '2026-12-01T03:30:00.000Z',
  lastAuditId: AUDIT_ID,
  lastSkippedAt: '2026-11-27T03:30:00.000Z',
  createdAt: '2026-11-20T09:12:00.386Z',
  updatedAt: '2026-11-20T09:12:00.386Z',
}
