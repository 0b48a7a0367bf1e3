import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { createClient } from '../../app/client.ts'
import { ClientProvider } from '../../app/client-context.tsx'
import { type FakeAnswer, fakeFetch, refusal, usualAnswers } from '../../app/testing.tsx'
import { silentSocket } from '../../live/live.factory.ts'
import { renderUi } from '../../ui/testing.tsx'
import { LiveOverlay } from './LiveOverlay.tsx'
import { LiveToggle } from './LiveToggle.tsx'
import { someLiveVisit } from './live.factory.ts'
import { RiskPanel } from './RiskPanel.tsx'
import { useLivePlan } from './use-live-plan.ts'
import { useLiveWords } from './use-live-words.ts'

const now = '2026-11-23T16:00:00.000Z'
const timeZone = 'America/Mexico_City'
const visits = [
  someLiveVisit({
    stopId: 'a',
    arrived: '2026-11-23T15:40:00.000Z',
    departed: '2026-11-23T15:45:00.000Z',
    predictedArrival: null,
  }),
  someLiveVisit({
    stopId: 'b',
    sequence: 2,
    predictedArrival: '2026-11-23T16:42:00.000Z',
    lateSeconds: 720,
    isEstimate: true,
  }),
  someLiveVisit({ stopId: 'c', sequence: 3, predictedArrival: null, obstacle: 'out_of_service' }),
]

interface LiveDayProps {
  onShow?: (stopId: string) => void
  onRepair?: () => void
  lockedReason?: string | null
}
function LiveDay({ onShow, onRepair, lockedReason = null }: LiveDayProps) {
  const live = useLivePlan('p1', true)
  const words = useLiveWords(timeZone)
  return (
    <>
      <LiveOverlay
        vehicleNumber="118"
        visits={live.byVehicle.get('v118') ?? []}
        now={live.now ?? now}
        xAt={(instant) => (Date.parse(instant) - Date.parse('2026-11-23T14:00:00.000Z')) / 60_000}
        words={words}
      />
      <RiskPanel
        visits={live.visits}
        now={live.now}
        error={live.error}
        onRetry={() => void live.refetch()}
        vehicleNumberOf={() => '118'}
        customerOf={() => 'Café Progreso'}
        words={words}
        onShow={({ stopId }) => onShow?.(stopId)}
        onRepair={() => onRepair?.()}
        lockedReason={lockedReason}
      />
    </>
  )
}

function show(answer: FakeAnswer, props: LiveDayProps = {}, language: 'es' | 'en' = 'es') {
  const fetch = fakeFetch((call) =>
    call === 'GET /plans/p1/live' ? answer : (usualAnswers[call] as FakeAnswer | undefined),
  )
  const tabs = { post: () => {}, listen: () => {} }
  return renderUi(
    <ClientProvider client={createClient({ fetch, connect: silentSocket, tabs })}>
      <LiveDay {...props} />
    </ClientProvider>,
    { language },
  )
}

it('lays what happened and what is expected over the planned line, in words', async () => {
  show({ body: { now, visits } })
  const line = await screen.findByRole('list', { name: 'Unidad 118: 1 de 3 paradas hechas' })
  within(line).getByText('1: Hecha a las 09:40')
  within(line).getByText('2: Se espera a las 10:42, 12 min tarde · estimado')
  within(line).getByText('+32 min')
  // Nobody knows where the third will be.
  expect(within(line).queryByText(/^3:/)).toBeNull()
})

it('lists the stops at risk, the latest first, shows one, and repairs the plan', async () => {
  const [onShow, onRepair] = [vi.fn(), vi.fn()]
  const { user } = show({ body: { now, visits } }, { onShow, onRepair })
  await screen.findByText('2 paradas en riesgo')
  const list = screen.getByRole('list', { name: 'Paradas en riesgo' })
  expect(
    within(list)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual([
    '12 min tardeUnidad 118, parada 2: Café ProgresoSe espera a las 10:42, 12 min tarde · estimado',
    'Unidad fuera de servicioUnidad 118, parada 3: Café ProgresoSin predicción · Unidad fuera de servicio',
  ])
  await user.click(within(list).getByRole('button', { name: /parada 3/ }))
  expect(onShow).toHaveBeenCalledWith('c')
  await user.click(screen.getByRole('button', { name: 'Reparar plan' }))
  expect(onRepair).toHaveBeenCalledOnce()
})

it('says in English that all will be made in time', async () => {
  show({ body: { now, visits: visits.slice(0, 1) } }, {}, 'en')
  await screen.findByText('All stops will be made in time')
})

it('lets a viewer look, and says why not to repair', async () => {
  show({ body: { now, visits } }, { lockedReason: 'Tu nivel permite ver la planeación, no cambiarla.' })
  const button = await screen.findByRole('button', { name: /Reparar plan/ })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  screen.getByText('Tu nivel permite ver la planeación, no cambiarla.')
})

it('says that it could not be read, and reads it again', async () => {
  show(refusal(404, 'plan_not_found'))
  await screen.findByRole('alert')
  screen.getByRole('button', { name: 'Reintentar' })
})

it('can be switched on once the plan is published', async () => {
  const onChange = vi.fn()
  const { user, rerender } = renderUi(<LiveToggle status="draft" isOn={false} onChange={onChange} />)
  expect(screen.getByRole('button', { name: /Día en vivo/ }).getAttribute('aria-disabled')).toBe('true')
  rerender(<LiveToggle status="published" isOn={false} onChange={onChange} />)
  await user.click(screen.getByRole('button', { name: 'Día en vivo', pressed: false }))
  expect(onChange).toHaveBeenCalledWith(true)
})
