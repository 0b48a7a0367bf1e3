import { createService } from '@rumbo/contract/services.contract'
import { describe, expect, it } from 'vitest'
import { checkCustomer, checkDetails, checkStops, errorsOfProblem } from './service-check.rules.ts'
import {
  bodyOf,
  currencyOf,
  draftOf,
  emptyDraft,
  isDispatchAdjusted,
  moveStop,
  type ServiceDraft,
  type StopDraft,
  withDispatchTime,
} from './service-draft.rules.ts'
import { someService } from './services.factory.ts'

const now = new Date('2026-11-21T18:00:00.000Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()
const valid = draftOf(someService({ dispatchTime: at(0) }))
const [stop] = valid.stops as [StopDraft]
const withStops = (...some: Partial<StopDraft>[]): ServiceDraft => ({
  ...valid,
  stops: some.map((one) => ({ ...stop, ...one })),
})

describe('customer', () => {
  it('needs a requester, a name and a phone', () => {
    expect(checkCustomer(emptyDraft(now))).toEqual({
      requesterContactId: 'services.valid.requesterRequired',
      customerName: 'services.valid.customerNameRequired',
      customerPhone: 'services.valid.customerPhoneRequired',
    })
    expect(checkCustomer(valid)).toEqual({})
  })
  it('needs a valid phone, and a valid email if any', () => {
    expect(checkCustomer({ ...valid, customerPhone: '12', customerEmail: 'x@' })).toEqual({
      customerPhone: 'services.valid.phone',
      customerEmail: 'services.valid.email',
    })
  })
})

describe('dispatch time', () => {
  it('follows the first window less 30 minutes until the person sets it', () => {
    const draft = { ...withStops({ timeWindowStart: at(90) }), isDispatchOwn: false }
    expect(withDispatchTime(draft, now).dispatchTime).toBe(at(60))
    expect(isDispatchAdjusted(draft, now)).toBe(false)
    expect(withDispatchTime({ ...draft, isDispatchOwn: true }, now).dispatchTime).toBe(at(0))
  })
  it('is now when it would be in the past, and shows this', () => {
    const draft = { ...withStops({ timeWindowStart: at(20) }), isDispatchOwn: false }
    expect(withDispatchTime(draft, now).dispatchTime).toBe(now.toISOString())
    expect(isDispatchAdjusted(draft, now)).toBe(true)
  })
  it.each([
    [at(-2), { dispatchTime: 'services.valid.dispatchTimePast' }],
    [at(-0.5), {}],
    [at(5), {}],
    [null, { dispatchTime: 'services.valid.dispatchTimeRequired' }],
  ])('%s gives %j', (dispatchTime, errors) => {
    expect(checkDetails({ ...valid, dispatchTime }, 'MXN', now)).toEqual(errors)
  })
  it('may be in the past if the changed service already had it', () => {
    const service = someService({ dispatchTime: at(-60) })
    expect(checkDetails(draftOf(service), 'MXN', now, service)).toEqual({})
    expect(checkDetails({ ...draftOf(service), dispatchTime: at(-30) }, 'MXN', now, service)).toEqual({
      dispatchTime: 'services.valid.dispatchTimePast',
    })
  })
  it.each([
    ['JPY', '1200', true],
    ['JPY', '12.0', false],
    ['CLP', '12.5', false],
    ['MXN', '12.50', true],
    ['MXN', '12.505', false],
    ['KWD', '12.505', true],
    ['KWD', '12.5055', false],
    ['MXN', '-5', false],
  ])('accepts in %s a cost of %s: %s', (currency, cost, isRight) => {
    const wrong = isRight ? undefined : 'services.valid.amount'
    expect(checkDetails({ ...valid, estimatedCost: cost }, currency, now).estimatedCost).toBe(wrong)
    expect(checkStops(withStops({ extraCost: cost }), currency)['stops.0.extraCost']).toBe(wrong)
  })
  it('is in the currency of the company until the service has a cost', () => {
    const free = someService({ currency: 'MXN' })
    expect(currencyOf(free, { currency: 'KWD' })).toBe('KWD')
    expect(currencyOf({ ...free, estimatedCost: '10.00' }, { currency: 'KWD' })).toBe('MXN')
    expect([currencyOf(undefined, null), currencyOf(undefined, { currency: 'JPY' })]).toEqual(['MXN', 'JPY'])
  })
  it('is shown at the step with type and cost', () => {
    expect(checkDetails({ ...valid, serviceType: '', estimatedCost: '-5' }, 'MXN', now)).toEqual({
      serviceType: 'services.valid.serviceTypeRequired',
      estimatedCost: 'services.valid.amount',
    })
  })
})

describe('stops', () => {
  it('are at least one, each with an address and coordinates', () => {
    expect(checkStops({ ...valid, stops: [] }, 'MXN')).toEqual({ stops: 'services.valid.stopRequired' })
    expect(checkStops(withStops({ address: ' ', latitude: '', longitude: 'x' }), 'MXN')).toEqual({
      'stops.0.address': 'services.valid.stopAddress',
      'stops.0.latitude': 'services.valid.stopLatitude',
      'stops.0.longitude': 'services.valid.stopLongitude',
    })
    expect(checkStops(withStops({ latitude: '90.1', longitude: '-180.1' }), 'MXN')).toEqual({
      'stops.0.latitude': 'services.valid.latitudeRange',
      'stops.0.longitude': 'services.valid.longitudeRange',
    })
  })
  it('need windows in order', () => {
    expect(
      checkStops(
        withStops(
          { timeWindowStart: at(-10) },
          { timeWindowStart: at(60), timeWindowEnd: at(50) },
          { timeWindowStart: at(40) },
        ),
        'MXN',
      ),
    ).toEqual({
      'stops.0.timeWindowStart': 'services.valid.windowBeforeDispatch',
      'stops.1.timeWindowEnd': 'services.valid.windowOrder',
      'stops.2.timeWindowStart': 'services.valid.windowBeforePrevious',
    })
  })
  it('take whole minutes, up to eight hours', () => {
    const wrong = (serviceMinutes: string) =>
      checkStops(withStops({ serviceMinutes }), 'MXN')['stops.0.serviceMinutes']
    expect(['', '0', '480', ' 15 '].map(wrong)).toEqual([undefined, undefined, undefined, undefined])
    expect(new Set(['481', '-1', '7.5', 'x'].map(wrong))).toEqual(
      new Set(['services.valid.serviceMinutes' as const]),
    )
  })
  it('move within the list only', () => {
    const { stops } = withStops({ key: 'a' }, { key: 'b' }, { key: 'c' })
    const keys = (from: number, to: number) => moveStop(stops, from, to).map(({ key }) => key)
    expect(keys(0, 2)).toEqual(['b', 'c', 'a'])
    expect(keys(2, 0)).toEqual(['c', 'a', 'b'])
    expect(moveStop(stops, 0, -1)).toBe(stops)
    expect(moveStop(stops, 2, 3)).toBe(stops)
  })
})

describe('a load', () => {
  const wrong = (requiredLoadKg: string, requiredLoadM3 = '') => {
    const errors = checkDetails({ ...valid, requiredLoadKg, requiredLoadM3 }, 'MXN', now)
    return [errors.requiredLoadKg, errors.requiredLoadM3].filter(Boolean)
  }
  it('is a number greater than 0 up to the largest of a vehicle, as people write it', () => {
    expect([wrong(''), wrong('0,5', '0.25'), wrong('1,500'), wrong('100,000', '1000')]).toEqual([
      [],
      [],
      [],
      [],
    ])
    expect([wrong('0'), wrong('-1'), wrong('100000.1'), wrong('mucho')].flat()).toEqual(
      Array(4).fill('services.valid.loadKg'),
    )
    expect(wrong('5', '1000.5')).toEqual(['services.valid.loadM3'])
  })
  it('goes into the body, and comes back into the draft', () => {
    const loaded = { ...valid, requiredLoadKg: '1,500', requiredLoadM3: '2.5', requesterContactId: 'k1' }
    const body = bodyOf({ ...loaded, stops: [{ ...stop, serviceMinutes: '12' }] }, 'f1', 'MXN')
    expect(body).toMatchObject({
      requiredLoadKg: 1500,
      requiredLoadM3: 2.5,
      plannedStops: [{ serviceMinutes: 12 }],
    })
    const service = someService({ requiredLoadKg: 1500 })
    expect(draftOf(service)).toMatchObject({
      requiredLoadKg: '1500',
      requiredLoadM3: '',
      stops: [{ serviceMinutes: '' }],
    })
  })
})

it('creates a body that the contract accepts', () => {
  const id = '0190a000-0000-7000-8000-000000000002'
  const body = bodyOf({ ...valid, requesterContactId: id }, id, 'MXN')
  expect(createService.body?.safeParse(body).success).toBe(true)
})

it("maps the server's refused fields to its own", () => {
  expect(
    errorsOfProblem([
      { path: 'body.plannedStops.1.timeWindowEnd', code: 'window_end_before_start' },
      { path: 'body.customerPhone', code: 'wrong_format' },
    ]),
  ).toEqual({
    'stops.1.timeWindowEnd': 'services.valid.windowOrder',
    customerPhone: 'fields.wrong_format',
  })
})
