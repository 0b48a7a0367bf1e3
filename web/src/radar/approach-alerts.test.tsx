import type { ApproachAlert } from '@rumbo/contract/watchpoints.approach.contract'
import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { refusal, renderApp, twoOfEach } from '../app/testing.tsx'
import { changeNotice } from '../places/approach-notice.ts'
import { useUnsaved } from '../ui/unsaved.ts'

vi.setConfig({ testTimeout: 60_000 })
/** Loads the lazy chunks, so that a busy machine does not delay them. */
beforeAll(async () => {
  await Promise.all([import('../app/shell/Shell.tsx'), import('../places/ApproachNotices.tsx')])
}, 60_000)

const place = { latitude: 19.43, longitude: -99.13 }
const atBase = '/radar?at=19.43,-99.13&name=Base'

const notices: { title: string; open: () => void }[] = []
const tones = vi.fn()
class FakeNotification {
  static requestPermission = async () => 'granted'
  onclick: () => void = () => {}
  constructor(title: string) {
    notices.push({ title, open: () => this.onclick() })
  }
  close() {}
}
class FakeAudio {
  currentTime = 0
  resume = async () => {}
  createOscillator = () => ({
    frequency: {},
    connect: (next: unknown) => next,
    start: tones,
    stop: () => {},
  })
  createGain = () => ({
    gain: {
      setValueAtTime: () => {},
      linearRampToValueAtTime: () => {},
      exponentialRampToValueAtTime: () => {},
    },
    connect: (next: unknown) => next,
  })
}
beforeEach(() => {
  vi.stubGlobal('Notification', FakeNotification)
  vi.stubGlobal('AudioContext', FakeAudio)
  vi.spyOn(document, 'hasFocus').mockReturnValue(false)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function openRadar(path: string, answers = {}) {
  const view = renderApp(path, { ...twoOfEach, ...answers })
  // The chunk of the screen is loaded first.
  await screen.findByRole('heading', { level: 1, name: 'Radar' }, { timeout: 30_000 })
  return view
}

const anAlert = (some: Partial<ApproachAlert> = {}): ApproachAlert => ({
  id: 'a1',
  companyId: 'c1',
  fleetId: 'f1',
  label: 'Base',
  vehicleId: null,
  ...place,
  minutes: 5,
  createdAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  outcome: null,
  endedAt: null,
  near: null,
  ...some,
})
const isNear: Partial<ApproachAlert> = {
  outcome: 'near',
  endedAt: new Date().toISOString(),
  near: { vehicleId: 'v104', vehicleNumber: '104', seconds: 120, isEstimate: false },
}
/** A server with the alerts of the user; each test has ids of its own, since a page shows an alert once. */
function keepingAlerts(...ids: readonly string[]) {
  const items: ApproachAlert[] = []
  const left = [...ids]
  const removals = ids.map((id) => [
    `DELETE /approach-alerts/${id}`,
    () => {
      const at = items.findIndex((one) => one.id === id)
      if (at !== -1) items.splice(at, 1)
      return { body: { done: true } }
    },
  ])
  return {
    items,
    answers: {
      'GET /approach-alerts': () => ({ body: { items: [...items] } }),
      'POST /approach-alerts': (body: unknown) => {
        const made = anAlert({ ...(body as object), id: left.shift() ?? '' })
        items.push(made)
        return { status: 201, body: made }
      },
      ...Object.fromEntries(removals),
    },
  }
}
const hint = { type: 'stale' as const, now: Date.now(), hints: [{ domain: 'approach' }] }

it('announces an approach that the server found: on the page, by sound, and by the browser where enabled', async () => {
  const server = keepingAlerts('n1', 'n2')
  const { user, emitLive, count } = await openRadar(atBase, server.answers)
  await user.click(
    await screen.findByRole('button', { name: 'Avisar con una notificación del navegador', pressed: false }),
  )
  await screen.findByRole('button', { name: 'Avisar con una notificación del navegador', pressed: true })
  tones.mockClear()
  await user.click(screen.getByRole('button', { name: 'Avísame' }))
  await screen.findByText('Te avisaremos una vez, durante una hora.')
  await screen.findByRole('list', { name: 'Avisos en espera' })
  expect(server.items).toMatchObject([{ fleetId: 'f1', label: 'Base', vehicleId: null, minutes: 5 }])
  server.items[0] = { ...(server.items[0] as ApproachAlert), ...isNear }
  emitLive(hint)
  await screen.findByText('La unidad 104 está a 2 min de Base')
  expect(tones).toHaveBeenCalledTimes(2)
  expect(notices.map(({ title }) => title)).toEqual(['La unidad 104 está a 2 min de Base'])
  await waitFor(() => expect(count('DELETE /approach-alerts/n1')).toBe(1))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Avisos en espera' })).toBeNull())

  await user.click(screen.getByRole('button', { name: 'Avisar con sonido', pressed: true }))
  tones.mockClear()
  server.items.push(anAlert({ id: 'n2', ...isNear }))
  emitLive(hint)
  await waitFor(() => expect(notices).toHaveLength(2))
  expect(tones).not.toHaveBeenCalled()
})

it('removes a waiting alert, and says what the server refuses', async () => {
  const server = keepingAlerts('r1')
  server.items.push(anAlert({ id: 'r1' }))
  const { user } = await openRadar(atBase, {
    ...server.answers,
    'POST /approach-alerts': () => refusal(409, 'approach_full'),
  })
  await user.click(await screen.findByRole('button', { name: 'Quitar el aviso de Base' }))
  await waitFor(() => expect(server.items).toEqual([]))
  await user.click(screen.getByRole('button', { name: 'Avísame' }))
  await screen.findByText(/Ya tienes 10 avisos en espera|No se pudo agregar el aviso/)
})

it('opens an alert in its own fleet, and asks first while something is typed', async () => {
  const server = keepingAlerts('o1')
  const { client, at, user, emitLive } = await openRadar(atBase, server.answers)
  await act(() => client.workspace.chooseFleet('f2'))
  changeNotice({ hasNotification: true })
  notices.length = 0
  server.items.push(anAlert({ id: 'o1', ...isNear }))
  emitLive(hint)
  await waitFor(() => expect(notices).toHaveLength(1))
  expect(client.workspace.state().fleet?.id).toBe('f2')
  renderHook(() => useUnsaved(true))
  act(() => notices[0]?.open())
  await user.click(await screen.findByRole('button', { name: 'Seguir editando' }))
  expect(client.workspace.state().fleet?.id).toBe('f2')
  act(() => notices[0]?.open())
  await user.click(await screen.findByRole('button', { name: 'Salir sin guardar' }))
  await waitFor(() => expect(client.workspace.state().fleet?.id).toBe('f1'))
  await waitFor(() => expect(at()).toContain('at=19.43%2C-99.13'))
})

it('reports that the time of an alert is over, also on other pages', async () => {
  const server = keepingAlerts('e1', 'e2')
  server.items.push(anAlert({ id: 'e1', outcome: 'expired', endedAt: new Date().toISOString() }))
  const { count } = await openRadar('/radar', server.answers)
  await screen.findByText('Terminó el aviso: en una hora nadie estuvo a 5 min o menos de Base.')
  await waitFor(() => expect(count('DELETE /approach-alerts/e1')).toBe(1))
  server.items.push(anAlert({ id: 'e2', outcome: 'unchecked', endedAt: new Date().toISOString() }))
  const other = renderApp('/grid', { ...twoOfEach, ...server.answers })
  await within(other.container.ownerDocument.body).findByText(
    /Durante parte de la hora no se pudo comprobar si alguien estuvo a 5 min o menos/,
  )
})
