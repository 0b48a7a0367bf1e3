import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * A telephone number in E.164, such as +525512345678. A number without a country code is one of Mexico.
 * @returns null if it cannot be a telephone number
 */
export function e164Of(text: string): string | null {
  const number = parsePhoneNumberFromString(text, 'MX')
  return number?.isPossible() ? number.number : null
}
