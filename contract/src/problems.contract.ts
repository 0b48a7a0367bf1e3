import * as z from 'zod'

/** Every problem code the product answers with, and its HTTP status. Words live in `i18n/src/<language>/problems.ts`. */
export const problemStatus = {
  malformed_body: 400,
  validation_failed: 422,
  unauthenticated: 401,
  session_expired: 401,
  refresh_invalid: 401,
  refresh_reused: 401,
  invalid_credentials: 401,
  otp_required: 401,
  otp_invalid: 401,
  account_deactivated: 403,
  account_locked: 403,
  account_pending: 403,
  password_change_required: 403,
  current_password_incorrect: 422,
  password_weak: 422,
  password_unchanged: 422,
  email_taken: 409,
  username_taken: 409,
  registration_closed: 403,
  reset_code_invalid: 422,
  forbidden: 403,
  origin_refused: 403,
  company_denied: 403,
  fleet_denied: 403,
  not_found: 404,
  vehicle_not_found: 404,
  service_not_found: 404,
  contact_not_found: 404,
  user_not_found: 404,
  company_not_empty: 409,
  name_taken: 409,
  stale_version: 409,
  idempotency_mismatch: 422,
  vehicle_number_taken: 409,
  plate_taken: 409,
  device_taken: 409,
  service_wrong_state: 409,
  service_not_deletable: 409,
  vehicle_not_assignable: 409,
  vehicle_other_fleet: 409,
  vehicle_at_work: 409,
  no_open_alarm: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const
export type ProblemCode = keyof typeof problemStatus
export const problemCodes = Object.keys(problemStatus) as ProblemCode[]

/** Reasons a single field is refused; worded in i18n under `fields`. */
export const fieldCodes = [
  'required',
  'too_short',
  'too_long',
  'too_small',
  'too_big',
  'wrong_format',
  'wrong_type',
  'unknown_field',
  'not_allowed',
  'email_invalid',
  'phone_invalid',
  'password_rules',
  'vin_length',
  'year_future',
  'dispatch_past',
  'stops_missing',
  'window_end_before_start',
  'window_before_dispatch',
  'window_before_previous',
  'coordinates_missing',
] as const
export type FieldCode = (typeof fieldCodes)[number]

/** `application/problem+json` (RFC 9457) with the members the product adds. */
export const problem = z.object({
  type: z.string().optional(),
  status: z.number().int(),
  title: z.string(),
  detail: z.string(),
  /** The same text as `detail`, for clients that read only this. */
  message: z.string(),
  code: z.string(),
  errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })).optional(),
  requestId: z.string().optional(),
  /** With `stale_version`: the record as it is now, who changed it and when. */
  current: z.unknown().optional(),
  changedBy: z.string().nullable().optional(),
  changedAt: z.string().optional(),
  /** With `rate_limited` and `account_locked`: seconds until another try. */
  retryAfterSeconds: z.number().optional(),
})
export type Problem = z.infer<typeof problem>
