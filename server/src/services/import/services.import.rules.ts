import { createHash } from 'node:crypto'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import { fieldCodeOf } from '@rumbo/contract/field-codes'
import { figureOf } from '@rumbo/contract/figures'
import { foldText } from '@rumbo/contract/fold-text'
import { amountPattern } from '@rumbo/contract/money'
import { type createService, newService } from '@rumbo/contract/services.contract'
import {
  importedStops,
  neededServiceImportFields,
  type ServiceImportField,
  timeImportFields,
} from '@rumbo/contract/services.imports.contract'
import { cellText, isStorable, mappingProblems } from '@rumbo/contract/table-files'
import type { BadRow } from '@rumbo/contract/work.contract'
import { coordinatesText, isCoordinates, parseCoordinates } from '@rumbo/geo/coordinates/coordinates-text'
import type { FieldProblem } from '../../platform/problem.ts'
import { checkService } from '../services.rules.ts'
import { codeOfWord } from './services.import.columns.rules.ts'
import { readTimes, usesDay, type WrongTime } from './services.import.row-times.rules.ts'
import type { DateOrder } from './services.import.time.rules.ts'

export type ImportMapping = readonly (ServiceImportField | null)[]
export type NewService = ParsedOf<typeof createService>['body']
type Texts = Partial<Record<ServiceImportField, string>>

/** What the rows of a file are checked against. */
export interface ImportScope {
  /** Fleets in which the person may create services. */
  fleets: readonly { id: string; name: string; types: readonly string[] }[]
  /** For rows that name none. */
  fleetId: string | null
  timeZone: string
  currency: string
  /** Of the dates in the file. */
  dateOrder: DateOrder | null
  /** `2026-03-25`: of times without a date. */
  day: string | null
  now: Date
}
export interface RowStop {
  /** The part of the column names: `pickup`, `stop1`. */
  at: (typeof importedStops)[number]
  stopType: 'pickup' | 'checkpoint' | 'drop'
  address: string
  /** Null where the address is to be looked up. */
  point: { latitude: number; longitude: number } | null
}
/** The texts of a row, before its requester is known. */
export interface ReadRow {
  number: number
  reference: string | null
  fingerprint: string
  texts: Texts
  stops: RowStop[]
  /** By the digits of the phone, and the e-mail address in lower case, whom the directory may know. */
  digits: string
  email: string
}
export interface KnownContact {
  id: string
  name: string
  phone: string
  email: string | null
}
export interface CheckedRow {
  number: number
  reference: string | null
  fingerprint: string
  /** With any coordinates for stops without. */
  body: NewService
  stops: RowStop[]
}

/** Checks that each needed field has a column, and that no field has two. */
export function checkMapping(
  mapping: ImportMapping,
  { fleetId, day }: Pick<ImportScope, 'fleetId' | 'day'>,
): FieldProblem[] {
  const found = mappingProblems<ServiceImportField>(mapping, fleetId === null ? ['fleet'] : [])
  const needed = [...neededServiceImportFields, ...(day === null ? [timeImportFields] : [])]
  const isMissing = needed.some((fields) => !fields.some((field) => mapping.includes(field)))
  const isSaid = found.some(({ path }) => path === 'body.mapping')
  return isMissing && !isSaid ? [{ path: 'body.mapping', code: 'required' }, ...found] : found
}

export const digitsOf = (phone: string): string => phone.replace(/\D/g, '')
const numberOf = (text: string) =>
  /^[+-]?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN

const stopTypeOf = (at: RowStop['at']) =>
  at === 'pickup' ? ('pickup' as const) : at === 'destination' ? ('drop' as const) : ('checkpoint' as const)

/**
 * The same for a row that says the same, in any order of columns; a reference alone decides where there is one.
 * @param day chosen for the file
 */
function fingerprintOf(texts: Texts, day: string | null): string {
  if (texts.reference !== undefined) return `reference ${foldText(texts.reference)}`
  const said = Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (day !== null && usesDay(texts)) said.push(['day', day])
  return `content ${createHash('sha256').update(JSON.stringify(said)).digest('base64url')}`
}

/** A stop whose address, or its coordinates in two columns or in that of the address, the row states; null without. */
function stopOf(texts: Texts, at: RowStop['at']): RowStop | null {
  const address = texts[`${at}Address`]
  const latitude = texts[`${at}Latitude`]
  const longitude = texts[`${at}Longitude`]
  if (address === undefined && latitude === undefined && longitude === undefined) return null
  const stopType = stopTypeOf(at)
  if (latitude !== undefined && longitude !== undefined) {
    const point = { latitude: numberOf(latitude), longitude: numberOf(longitude) }
    return { at, stopType, address: address ?? coordinatesText(point), point }
  }
  const point = address === undefined ? null : parseCoordinates(address)
  return isCoordinates(point)
    ? { at, stopType, address: coordinatesText(point), point }
    : { at, stopType, address: address ?? '', point: null }
}

/**
 * Reads the cells of a row by the mapping.
 * @param day chosen for the file
 */
export function readRow(
  row: { number: number; cells: readonly string[] },
  mapping: ImportMapping,
  day: string | null,
): ReadRow {
  const texts: Texts = {}
  mapping.forEach((field, index) => {
    const text = cellText(row.cells[index] ?? '')
    if (field !== null && text !== '') texts[field] = text
  })
  const stops = importedStops.flatMap((at) => stopOf(texts, at) ?? [])
  return {
    number: row.number,
    reference: texts.reference ?? null,
    fingerprint: fingerprintOf(texts, day),
    texts,
    // Without any stop the pickup is named as missing.
    stops: stops.length > 0 ? stops : [{ at: 'pickup', stopType: 'pickup', address: '', point: null }],
    digits: digitsOf(texts.requesterPhone ?? ''),
    email: (texts.requesterEmail ?? '').toLowerCase(),
  }
}

const fieldOfPart: Partial<Record<string, ServiceImportField>> = {
  fleetId: 'fleet',
  customerName: 'requesterName',
  customerPhone: 'requesterPhone',
  customerEmail: 'requesterEmail',
  requesterContactId: 'requesterName',
}
/** What a row may say of a stop besides its place. */
const stopParts = ['From', 'Until', 'Minutes'] as const
const columnOfPart: Record<string, string> = {
  address: 'Address',
  latitude: 'Latitude',
  longitude: 'Longitude',
  timeWindowStart: 'From',
  timeWindowEnd: 'Until',
  serviceMinutes: 'Minutes',
}
/** The column that a path of a service's body comes from. */
export function fieldOfPath(path: readonly PropertyKey[], stops: readonly RowStop[]): string {
  const [first = '', at, part] = path.filter((one) => one !== 'body').map(String)
  if (first !== 'plannedStops') return fieldOfPart[first] ?? first
  return `${stops[Number(at ?? 0)]?.at ?? 'pickup'}${columnOfPart[part ?? ''] ?? 'Address'}`
}

/** Reasons against a row by their columns, with what is in them. */
const badRowsOf = (
  { number, texts }: Pick<ReadRow, 'number'> & { texts?: Texts },
  found: readonly { field: string; code: string }[],
): BadRow[] =>
  found.map(({ field, code }) => ({
    row: number,
    field,
    code,
    value: texts?.[field as ServiceImportField]?.slice(0, 200) ?? null,
  }))

/** An amount without the sign of pesos or dollars, and without commas between thousands. */
function amountOf(text: string): string {
  const amount = text.replace(/^\$\s*/, '')
  return /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(amount) ? amount.replaceAll(',', '') : amount
}

/** A number without its unit: `1,500 kg`, `0,5 m³`, `15 min`. */
const figureWith = (text: string, unit: RegExp): number => figureOf(text.replace(unit, ''))
const kilograms = /\s*(kg|kgs|kilos?|kilogramos?)\.?$/i
const cubicMetres = /\s*(m3|m³)$/i
const minutes = /\s*(min|mins|minutos?|minutes?)\.?$/i

const minutesOf = (text: string | undefined) => text && figureWith(text, minutes)

/** The column of a wrong time. */
const fieldOfTime = ({ at, part }: WrongTime, stops: readonly RowStop[]): string =>
  at === 'dispatch' ? 'dispatchTime' : `${stops[at]?.at ?? 'pickup'}${part === 'from' ? 'From' : 'Until'}`

/** Types whose services may begin with a delivery, of what the vehicle has loaded elsewhere. */
const withoutPickup: readonly string[] = ['delivery', 'package', 'custom']

/** The parts of a list in one cell. */
const wordsOf = (text = ''): string[] =>
  text
    .split(/[,;|]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** The name of a fleet's column decides; without a text, the fleet chosen for the file. */
function fleetIdOf(text: string | undefined, { fleets, fleetId }: ImportScope): string | null {
  if (text === undefined) return fleetId
  return fleets.find(({ id, name }) => id === text || foldText(name.trim()) === foldText(text))?.id ?? null
}

/** Checks a row by the rules of a new service: what to create, or every reason against it. */
export function checkRow(
  row: ReadRow,
  contact: KnownContact | null,
  scope: ImportScope,
): CheckedRow | BadRow[] {
  const { texts, stops } = row
  const bad: { field: string; code: string }[] = []
  const refuse = (field: string, code: string) => {
    if (!bad.some((one) => one.field === field)) bad.push({ field, code })
  }
  for (const [field, text] of Object.entries(texts)) if (!isStorable(text)) refuse(field, 'wrong_format')
  if ((row.reference?.length ?? 0) > 100) refuse('reference', 'too_long')

  const fleetId = fleetIdOf(texts.fleet, scope)
  if (fleetId === null) refuse('fleet', texts.fleet === undefined ? 'required' : 'not_allowed')
  const fleetTypes = scope.fleets.find(({ id }) => id === fleetId)?.types ?? []
  const serviceType = texts.serviceType ? codeOfWord.serviceType(texts.serviceType) : fleetTypes[0]
  if (!stops.some(({ at }) => at === 'pickup') && !withoutPickup.includes(serviceType ?? ''))
    refuse('pickupAddress', 'required')
  const windows = stops.map(({ at }) => ({ from: texts[`${at}From`], until: texts[`${at}Until`] }))
  const times = readTimes({ dispatchTime: texts.dispatchTime, windows }, scope)
  if ('wrong' in times) for (const wrong of times.wrong) refuse(fieldOfTime(wrong, stops), wrong.code)
  for (const { at } of stops)
    for (const [side, other] of [
      ['Latitude', 'Longitude'],
      ['Longitude', 'Latitude'],
    ] as const)
      if (texts[`${at}${side}`] === undefined && texts[`${at}${other}`] !== undefined)
        refuse(`${at}${side}`, 'coordinates_missing')
  for (const at of importedStops)
    if (
      !stops.some((stop) => stop.at === at) &&
      stopParts.some((part) => texts[`${at}${part}`] !== undefined)
    )
      refuse(`${at}Address`, 'required')
  const cost = texts.estimatedCost && amountOf(texts.estimatedCost)
  if (cost !== undefined && !amountPattern.test(cost)) refuse('estimatedCost', 'wrong_format')

  const anywhere = { latitude: 0, longitude: 0 }
  const parsed = newService.safeParse(
    {
      fleetId: fleetId ?? '00000000-0000-4000-8000-000000000000',
      serviceType,
      priorityLevel: texts.priorityLevel && codeOfWord.priorityLevel(texts.priorityLevel),
      paymentMethod: texts.paymentMethod && codeOfWord.paymentMethod(texts.paymentMethod),
      customerName: texts.requesterName ?? contact?.name,
      customerPhone: texts.requesterPhone ?? contact?.phone,
      customerEmail: texts.requesterEmail ?? contact?.email ?? null,
      requesterContactId: contact?.id ?? null,
      dispatchTime: 'wrong' in times ? scope.now.toISOString() : times.dispatchTime,
      requiredVehicleType:
        texts.requiredVehicleType && codeOfWord.requiredVehicleType(texts.requiredVehicleType),
      requiredSeats: texts.requiredSeats && numberOf(texts.requiredSeats),
      requiredLoadKg: texts.requiredLoadKg && figureWith(texts.requiredLoadKg, kilograms),
      requiredLoadM3: texts.requiredLoadM3 && figureWith(texts.requiredLoadM3, cubicMetres),
      requiredSkills: wordsOf(texts.requiredSkills),
      requiredProofs: wordsOf(texts.requiredProofs).map(codeOfWord.requiredProof),
      notes: texts.notes ?? null,
      estimatedCost: cost !== undefined && amountPattern.test(cost) ? cost : null,
      plannedStops: stops.map(({ at, stopType, address, point }, index) => ({
        stopType,
        address,
        ...(point ?? anywhere),
        timeWindowStart: 'wrong' in times ? null : times.windows[index]?.start,
        timeWindowEnd: 'wrong' in times ? null : times.windows[index]?.end,
        serviceMinutes: minutesOf(texts[`${at}Minutes`]),
      })),
    },
    { reportInput: true },
  )
  if (!parsed.success)
    for (const issue of parsed.error.issues) refuse(fieldOfPath(issue.path, stops), fieldCodeOf(issue))
  else if (!('wrong' in times))
    for (const { path, code } of checkService(
      { ...parsed.data, currency: scope.currency },
      scope.currency,
      scope.now,
    ))
      refuse(fieldOfPath(path.split('.'), stops), code)
  if (bad.length > 0 || !parsed.success) return badRowsOf(row, bad)
  const { number, reference, fingerprint } = row
  return { number, reference, fingerprint, body: parsed.data, stops }
}
