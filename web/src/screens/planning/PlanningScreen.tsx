import EventNoteOutlined from '@mui/icons-material/EventNoteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import { listPlans, readPlan } from '@rumbo/contract/planning.contract'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { readQuery } from '../../addresses.ts'
import { useCan, useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { ProblemError } from '../../app/data/problems.ts'
import { useEndpoint } from '../../app/data/use-data.ts'
import { isRecordId, oneOf, useAddressState, useAddressStep } from '../../app/navigation/address.tsx'
import { FleetNeeded } from '../../app/shell/FleetNeeded.tsx'
import { PlanEditorProvider } from '../../planning/editor/PlanEditorProvider.tsx'
import { usePlanEditor } from '../../planning/editor/plan-editor.ts'
import { OpenPlan } from '../../planning/OpenPlan.tsx'
import { NoPlanButton } from '../../planning/PlanBar.tsx'
import { type PlanPane, planPanes } from '../../planning/PlanLayout.tsx'
import { PlanSkeleton } from '../../planning/PlanSkeleton.tsx'
import { DayPicker, useDayText } from '../../planning/picker/DayPicker.tsx'
import { usualPlan } from '../../planning/picker/day.rules.ts'
import { usePlanActions } from '../../planning/picker/use-plan-actions.tsx'
import { nowMs } from '../../ui/clock.ts'
import { dayAt, isDay } from '../../ui/fields/calendar-day.ts'
import { useText } from '../../ui/i18n.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { leaveThen } from '../../ui/unsaved.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'

const noPanel = { panel: undefined, compare: undefined, with: undefined }
/** What is open at one plan, and means nothing at another. */
const nothingOpen = {
  ...noPanel,
  vehicle: undefined,
  schedules: undefined,
  new: undefined,
  import: undefined,
}

/** Plans of a day: which vehicle serves which orders, in which order, before anybody drives. */
export function PlanningScreen({ title }: { title: string }) {
  const { t } = useText()
  const { company, fleet } = useWorkspace()
  if (fleet === null || company === null)
    return (
      <Box sx={{ p: '20px' }}>
        <Box component="h1" sx={{ typography: 'h1' }}>
          {title}
        </Box>
        <FleetNeeded none={t('planning.noFleet')} />
      </Box>
    )
  return <FleetPlans key={fleet.id} title={title} fleetId={fleet.id} timeZone={company.timeZone} />
}

interface FleetPlansProps {
  title: string
  fleetId: string
  timeZone: string
}

function FleetPlans({ title, fleetId, timeZone }: FleetPlansProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const can = useCan()
  const dayText = useDayText()
  const [query, change] = useAddressState()
  const isPhone = useMediaQuery('(max-width: 600px)', { noSsr: true })
  const isNarrow = useMediaQuery('(max-width: 999.95px)', { noSsr: true })
  const today = dayAt(nowMs(), timeZone)
  const wantedId = isRecordId(oneOf(query.plan)) ? oneOf(query.plan) : ''
  const wantedDay = isDay(oneOf(query.date)) ? oneOf(query.date) : ''
  // A link may name the plan alone.
  const linked = useEndpoint(readPlan, { params: { id: wantedId } }, { enabled: wantedId !== '' })
  const isLinking = wantedId !== '' && wantedDay === '' && linked.isLoading
  const day = wantedDay || linked.data?.date || today
  const list = useEndpoint(
    listPlans,
    { query: { fleetId, from: day, to: day, sort: 'name', size: 100 } },
    { enabled: !isLinking },
  )
  const plans = list.data?.items ?? []
  const planId = wantedId || usualPlan(plans)?.id || null
  const open = (id: string | null) =>
    change({ ...nothingOpen, plan: id ?? undefined, date: day }, { opened: '' })
  const actions = usePlanActions({ fleetId, day, plans, onOpen: open })
  const pane: PlanPane = planPanes.find((one) => one === oneOf(query.view)) ?? 'pool'
  const mayEdit = can('planning.edit')

  const bar = (rest: ReactNode) => (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: { xs: '4px 12px', sm: '8px 12px' },
        p: { xs: '6px 12px', sm: '8px 16px' },
        minHeight: { xs: 0, sm: 60 },
        backgroundColor: token('surface'),
        borderBottom: `1px solid ${token('line')}`,
      }}
    >
      {/* On a phone the plan needs the line; the menu says which screen it is. */}
      <Box component="h1" sx={{ typography: 'h1', m: 0 }} style={isPhone ? visuallyHidden : undefined}>
        {title}
      </Box>
      <DayPicker
        day={day}
        today={today}
        onDay={(date) => leaveThen(() => change({ ...nothingOpen, date, plan: undefined }, { push: true }))}
      />
      {rest}
    </Box>
  )
  const whole = (rest: ReactNode, content: ReactNode) => (
    <Box sx={{ position: 'absolute', inset: 0, display: 'flex', flexDirection: 'column', minHeight: 0 }}>
      {bar(rest)}
      {content}
      {actions.dialogs}
    </Box>
  )
  const gone = (
    <EmptyState
      title={t('planning.error.gone')}
      action={
        <Button variant="outlined" onClick={() => open(null)}>
          {t('planning.error.goneOpen')}
        </Button>
      }
    />
  )
  const failure = (error: unknown, onRetry: () => void) => {
    const isGone = error instanceof ProblemError && error.problem?.code === 'plan_not_found'
    return isGone ? gone : <ErrorState title={message(error, t('planning.error.load'))} onRetry={onRetry} />
  }

  if (planId === null) {
    if (list.isError)
      return whole(
        null,
        failure(list.error, () => void list.refetch()),
      )
    if (list.isLoading || isLinking) return whole(null, <PlanSkeleton />)
    return whole(
      null,
      <EmptyState
        icon={<EventNoteOutlined />}
        title={t('planning.none.title', { day: dayText(day) })}
        text={t('planning.none.text')}
        action={<NoPlanButton mayEdit={mayEdit} isBusy={actions.isCreating} onCreate={actions.createUsual} />}
      />,
    )
  }
  // The address keeps the plan when another fleet is chosen.
  if (linked.data && linked.data.fleetId !== fleetId) return whole(null, gone)
  return (
    <PlanEditorProvider
      planId={planId}
      loading={whole(null, <PlanSkeleton />)}
      failed={(error, onRetry) => whole(null, failure(error, onRetry))}
    >
      <SelectionInAddress />
      <OpenPlan
        plans={plans}
        actions={actions}
        onOpen={(id) => id !== planId && leaveThen(() => open(id))}
        isNarrow={isNarrow}
        pane={pane}
        onPane={(next) => change({ ...noPanel, view: next === 'pool' ? undefined : next }, { opened: '' })}
        isLive={oneOf(query.live) === '1'}
        onLive={(isLive) => change({ live: isLive ? 1 : undefined }, { opened: '' })}
        frame={whole}
      />
    </PlanEditorProvider>
  )
}

/**
 * Keeps the selected vehicle in the address, and selects the one that the address comes with: its route opens and closes as a
 * step of the browser's history.
 */
function SelectionInAddress() {
  const { plan, selection, select } = usePlanEditor()
  const [query, change] = useAddressState()
  const { history } = useRouter()
  const { value: address, open, close } = useAddressStep('vehicle')
  const { vehicleId } = selection
  const openedId = useRef('')
  const follow = useEffectEvent(() => {
    if (openedId.current !== plan.id) {
      openedId.current = plan.id
      const wanted = oneOf(query.vehicle)
      change({ plan: plan.id, date: plan.date })
      if (isRecordId(wanted) && wanted !== vehicleId) select({ vehicleId: wanted })
    } else if (vehicleId === null) close()
    else open(vehicleId)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each plan and vehicle
  useEffect(() => follow(), [plan.id, vehicleId])

  const obey = useEffectEvent(() => {
    // What is rendered may be older than the address.
    const wanted = oneOf(readQuery(history.location.search).vehicle)
    if (openedId.current !== plan.id || wanted === (vehicleId ?? '')) return
    select({ vehicleId: isRecordId(wanted) ? wanted : null })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each change of the address
  useEffect(() => obey(), [address])
  return null
}
