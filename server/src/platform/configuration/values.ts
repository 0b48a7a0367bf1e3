import { isIP } from 'node:net'
import * as z from 'zod'

export interface Variable<Schema extends z.ZodType = z.ZodType> {
  schema: Schema
  /** Shown on the operations page: the default, or what happens without a value. */
  default: string
  meaning: string
}

export const variable = <Schema extends z.ZodType>(schema: Schema, defaultText: string, meaning: string) => ({
  schema,
  default: defaultText,
  meaning,
})

export const text = z.string().optional()
export const port = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
    .transform(Number)
    .refine((number) => number <= 65535, 'must be a port number from 0 to 65535')
    .default(fallback)
export const flag = (fallback: boolean) =>
  z
    .enum(['0', '1'], 'must be 1 or 0')
    .transform((value) => value === '1')
    .default(fallback)
export const count = (fallback: number, from: number, to: number) => {
  const sentence = `must be a whole number from ${from} to ${to}`
  return z
    .string()
    .regex(/^\d{1,9}$/, sentence)
    .transform(Number)
    .refine((number) => number >= from && number <= to, sentence)
    .default(fallback)
}
/** `HH:MM`, or `off` as null; undefined where nothing is set. */
export const timeOfDay = z
  .string()
  .regex(/^(?:([01]\d|2[0-3]):[0-5]\d|off)$/, 'must be a time such as 03:15, or off')
  .transform((value) =>
    value === 'off' ? null : { hour: Number(value.slice(0, 2)), minute: Number(value.slice(3)) },
  )
  .optional()
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
  .optional()
export const urlWith = (protocol: RegExp, sentence: string) => z.url({ protocol, error: sentence }).optional()
/** Such as 10.0.0.0/8, ::1 or 192.0.2.7. */
function isAddressRange(text: string): boolean {
  const [address = '', prefix = '0', ...more] = text.split('/')
  const bits = isIP(address) === 6 ? 128 : 32
  return isIP(address) !== 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits && more.length === 0
}
export const addressRanges = list.pipe(
  z.array(z.string().refine(isAddressRange, 'must list IP addresses or ranges such as 10.0.0.0/8')),
)
