import { expect, it } from 'vitest'
import { changesOf } from './document-changes.rules.ts'
import { editedPlan, someRoute } from './editor.factory.ts'

it('names everything that differs between two documents of a plan', () => {
  const before = editedPlan()
  const [first, second] = before.content.routes
  const leaves = '2031-03-03T13:00:00.000Z'
  const after = editedPlan({
    name: 'Martes',
    startTime: '06:00',
    settings: { ...before.settings, mostStops: 8 },
    content: {
      routes: [
        { ...first!, isLocked: true, startsAt: leaves },
        { ...second!, visits: second!.visits.map((visit) => ({ ...visit, lock: 'order' as const })) },
        someRoute('v130', 's14a s14b'),
      ],
    },
  })
  expect(changesOf(before, after)).toEqual({
    moved: [{ serviceId: 's14', from: null, to: 'v130' }],
    resequenced: [],
    fields: ['name', 'startTime', 'settings'],
    lockedRoutes: [{ vehicleId: 'v118', isLocked: true }],
    departures: [{ vehicleId: 'v118', startsAt: leaves }],
    locks: [{ serviceId: 's13', lock: 'order' }],
    reloads: [],
  })
  expect(changesOf(after, before)).toMatchObject({
    lockedRoutes: [{ vehicleId: 'v118', isLocked: false }],
    departures: [{ vehicleId: 'v118', startsAt: null }],
    locks: [{ serviceId: 's13', lock: null }],
  })
  expect(changesOf(before, before)).toEqual({
    moved: [],
    resequenced: [],
    fields: [],
    lockedRoutes: [],
    departures: [],
    locks: [],
    reloads: [],
  })
})

it('names reloads that were added, removed or moved', () => {
  const reload = { serviceId: null, stopId: null, lock: null }
  const withReloads = (...at: number[]) => {
    const route = someRoute('v118', 's12a s12b s14a s14b')
    const visits = route.visits.flatMap((visit, place) => (at.includes(place) ? [reload, visit] : [visit]))
    return editedPlan({ content: { routes: [{ ...route, visits }] } })
  }
  const reloads = (before: number[], after: number[]) =>
    changesOf(withReloads(...before), withReloads(...after))
  expect(reloads([], [2])).toMatchObject({ reloads: [{ vehicleId: 'v118', more: 1 }], resequenced: [] })
  expect(reloads([1, 2], []).reloads).toEqual([{ vehicleId: 'v118', more: -2 }])
  expect(reloads([1], [2]).reloads).toEqual([{ vehicleId: 'v118', more: 0 }])
  expect(reloads([2], [2]).reloads).toEqual([])
  // A service that leaves the route takes no reload along.
  const shorter = editedPlan({
    content: {
      routes: [
        { ...someRoute('v118', 's12a s12b'), visits: [...someRoute('v118', 's12a s12b').visits, reload] },
      ],
    },
  })
  expect(changesOf(withReloads(2), shorter).reloads).toEqual([])
  const gone = editedPlan({ content: { routes: [] } })
  expect(changesOf(withReloads(2), gone).reloads).toEqual([{ vehicleId: 'v118', more: -1 }])
})

it('says nothing of the departure and the padlocks of what was taken out', () => {
  const locked = someRoute('v118', 's12a s12b', { startsAt: '2031-03-03T13:00:00.000Z' })
  const before = editedPlan({
    content: {
      routes: [{ ...locked, visits: locked.visits.map((visit) => ({ ...visit, lock: 'vehicle' as const })) }],
    },
  })
  expect(changesOf(before, editedPlan({ content: { routes: [] } }))).toMatchObject({
    moved: [{ serviceId: 's12', from: 'v118', to: null }],
    departures: [],
    locks: [],
  })
})
