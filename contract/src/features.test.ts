import { expect, it } from 'vitest'
import * as z from 'zod'
import { type Endpoint, endpoint } from './endpoint.ts'
import { allEndpoints } from './index.ts'

const parts = ['params', 'query', 'body', 'output'] as const
/** The fields of an object, or those that all objects of a union have. */
function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (!schema) return []
  const { properties, oneOf, anyOf } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const [first = {}, ...rest] = (oneOf ?? anyOf ?? [{ properties }]).map((one) => one.properties ?? {})
  return Object.keys(first).filter((field) => rest.every((other) => field in other))
}

/** What is wrong with the declaration of whose feature the endpoint uses. */
function faultsOf(one: Endpoint): string[] {
  if (!one.feature) return []
  const { of } = one.feature
  if (of === undefined || of.length === 0) return [`${one.name} declares no fleet`]
  if (of === 'record') return []
  const declared = new Set(
    of === 'reach'
      ? []
      : of.flatMap((selector) =>
          [selector.fleet, selector.company].flatMap((field) => (field ? [`${selector.in}.${field}`] : [])),
        ),
  )
  // The answer counts for a call on one record only: elsewhere it repeats the input.
  const present = parts.flatMap((part) =>
    part === 'output' && !one.params ? [] : fieldsOf(one[part]).map((field) => `${part}.${field}`),
  )
  const ids = present.filter((field) => /\.(\w*fleetId|companyId)$/i.test(field))
  return [
    ...[...declared].filter((field) => !present.includes(field)).map((field) => `${one.name} lacks ${field}`),
    ...ids.filter((field) => !declared.has(field)).map((field) => `${one.name} leaves out ${field}`),
    ...(of === 'reach' && one.params ? [`${one.name} acts on one record, not on everything`] : []),
  ]
}

it('every endpoint with a feature declares each field that names a fleet or company', () => {
  expect(allEndpoints.filter(({ feature }) => feature).length).toBeGreaterThan(40)
  expect(allEndpoints.flatMap(faultsOf)).toEqual([])
})

it('an endpoint that declares none, a field it lacks or only some of them is found', () => {
  const planted = endpoint({
    name: 'services.planted',
    method: 'POST',
    path: '/planted',
    summary: 'Planted',
    access: 'services.read',
    feature: { name: 'services', of: [{ in: 'body', fleet: 'fleetId' }] },
    body: z.strictObject({ fleetId: z.string(), amount: z.number() }),
    output: z.object({}),
  })
  expect(faultsOf(planted)).toEqual([])
  const withOwner = (of: unknown) => ({ ...planted, feature: { name: 'services', of } }) as Endpoint
  expect(faultsOf(withOwner(undefined))).toEqual(['services.planted declares no fleet'])
  expect(faultsOf(withOwner([]))).toEqual(['services.planted declares no fleet'])
  expect(faultsOf(withOwner('reach'))).toEqual(['services.planted leaves out body.fleetId'])
  expect(faultsOf(withOwner([{ in: 'query', fleet: 'fleetId' }]))).toEqual([
    'services.planted lacks query.fleetId',
    'services.planted leaves out body.fleetId',
  ])
})

it('the compiler refuses an endpoint whose feature names no fleet, or a field the schema lacks', () => {
  const rest = {
    name: 'services.planted',
    method: 'GET',
    path: '/planted',
    summary: 'Planted',
    access: 'services.read',
    query: z.strictObject({ fleetId: z.string() }),
    output: z.object({}),
  } as const
  // @ts-expect-error a feature needs its fleet
  endpoint({ ...rest, feature: { name: 'services' } })
  // @ts-expect-error the query has no such field
  endpoint({ ...rest, feature: { name: 'services', of: [{ in: 'query', fleet: 'fleet' }] } })
  expect(endpoint({ ...rest, feature: { name: 'services', of: 'reach' } }).feature?.of).toBe('reach')
})
