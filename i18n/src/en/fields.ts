import type { FieldCode } from '@rumbo/contract/problems.contract'

export const fields = {
  required: 'This is required',
  too_short: 'This is too short',
  too_long: 'This is too long',
  too_small: 'This is less than allowed',
  too_big: 'This is more than allowed',
  wrong_format: 'The format is not the expected one',
  wrong_type: 'The kind of value is not the expected one',
  unknown_field: 'This field is not known here',
  not_allowed: 'This value is not allowed',
  email_invalid: 'Enter a valid email',
  phone_invalid: 'Enter a valid phone',
  password_rules:
    'Password must be 8 to 63 characters with a lowercase letter, an uppercase letter, a number and a special character (!@#$%^&*)',
  vin_length: 'VIN must be exactly 17 characters',
  year_future: 'Year cannot be in the future',
  dispatch_past: 'Dispatch time cannot be in the past',
  stops_missing: 'Add at least one stop',
  window_end_before_start: 'The window end cannot be before its start',
  window_before_dispatch: 'The window start cannot be before the dispatch time',
  window_before_previous: 'The window start cannot be before the previous stop',
  coordinates_missing: 'The stop needs a latitude and a longitude',
  address_twice: 'Only one address per type is kept',
  role_needs_fleet: 'This role needs a fleet',
  role_needs_no_fleet: 'This role is company-wide: it takes no fleet',
  unknown_column: 'This column does not exist',
} as const satisfies Record<FieldCode, string>
