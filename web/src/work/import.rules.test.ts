import { expect, it } from 'vitest'
import {
  badRowReason,
  badRowsCsv,
  checkMapping,
  needsHint,
  refuseFile,
  uploadType,
  withColumn,
} from './import.rules.ts'

it.each([
  ['clientes.csv', 10, null],
  ['CLIENTES.XLSX', 10, null],
  ['clientes.xls', 10, 'wrongType'],
  ['csv', 10, 'wrongType'],
  ['clientes.csv', 0, 'empty'],
  ['clientes.csv', 20 * 1024 * 1024, null],
  ['clientes.csv', 20 * 1024 * 1024 + 1, 'tooLarge'],
] as const)('accepts or refuses the file %s of %d bytes', (name, size, expected) => {
  expect(refuseFile({ name, size })).toBe(expected)
})

it('sends each kind with its content type', () => {
  expect([uploadType('a.csv'), uploadType('b.XLSX')]).toEqual(['csv', 'xlsx'])
})

it('requires the mandatory fields, and each field once', () => {
  const required = ['firstName', 'lastName', 'primaryPhone'] as const
  expect(checkMapping<string>(['firstName', null, 'email', 'email'], required)).toEqual({
    missing: ['lastName', 'primaryPhone'],
    twice: ['email'],
  })
  const whole = withColumn<string>(['firstName', 'lastName', 'email'], 2, 'primaryPhone')
  expect(whole).toEqual(['firstName', 'lastName', 'primaryPhone'])
  expect(checkMapping(whole, required)).toEqual({ missing: [], twice: [] })
})

it('words known codes, and returns null for others', () => {
  expect(badRowReason({ code: 'phone_invalid' })).toBe('fields.phone_invalid')
  expect(badRowReason({ code: 'wrong_format' })).toBe('fields.wrong_format')
  expect(badRowReason({ code: 'forbidden' })).toBe('problems.forbidden')
  expect(badRowReason({ code: 'something_new' })).toBeNull()
})

it('writes refused rows with formulas neutralised', () => {
  const csv = badRowsCsv(
    [
      { row: 2, field: 'primaryPhone', code: 'phone_invalid', value: '=1+1' },
      { row: 7, field: null, code: 'required', value: 'Taller "El Sol", Centro' },
    ],
    ['Fila', 'Dato', 'Motivo', 'Valor'],
    ({ field, code }) => ({ field: field ?? '', reason: code }),
  )
  expect(csv).toBe(
    '\uFEFFFila,Dato,Motivo,Valor\r\n2,primaryPhone,phone_invalid,\'=1+1\r\n7,,required,"Taller ""El Sol"", Centro"\r\n',
  )
})

it('explains the format of a value where the reason alone does not', () => {
  expect(
    ['wrong_format', 'wrong_type', 'not_allowed', 'required', 'taken'].map((code) => needsHint({ code })),
  ).toEqual([true, true, true, false, false])
})
