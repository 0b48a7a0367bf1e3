import AddRounded from '@mui/icons-material/AddRounded'
import TuneOutlined from '@mui/icons-material/TuneOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { hourMs } from '@rumbo/contract/time-units'
import { useState } from 'react'
import { useCan, useFleetSelection, useWorkspace } from '../../app/client-context.tsx'
import { oneOf, useAddressState } from '../../app/navigation/address.tsx'
import { MyCash } from '../../payments/MyCash.tsx'
import { calendarViews, groupings } from '../../shifts/calendar.rules.ts'
import { DriverCard } from '../../shifts/DriverCard.tsx'
import { DriverTable } from '../../shifts/DriverTable.tsx'
import { LimitsDialog } from '../../shifts/LimitsDialog.tsx'
import { MyShift } from '../../shifts/MyShift.tsx'
import { ShiftCalendar } from '../../shifts/ShiftCalendar.tsx'
import { ShiftCard } from '../../shifts/ShiftCard.tsx'
import { type NewShift, ShiftDialog } from '../../shifts/ShiftDialog.tsx'
import { UnknownCards } from '../../shifts/UnknownCards.tsx'
import { Card } from '../../ui/Card.tsx'
import { nowMs } from '../../ui/clock.ts'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'

const tabs = ['calendar', 'drivers', 'cards'] as const

/** Shifts and drivers of the fleets shown; somebody who only drives there sees the own shifts alone. */
export function ShiftsScreen({ title }: { title: string }) {
  const { t } = useText()
  const can = useCan()
  const { company } = useWorkspace()
  const fleets = useFleetSelection()
  const [query, change] = useAddressState()
  const [adding, setAdding] = useState<NewShift | null>(null)
  const [isLimiting, setLimiting] = useState(false)
  // Cards that belong to nobody are for those who may give them to somebody.
  const offered = tabs.filter((name) => name !== 'cards' || (can('directory.edit') && company !== null))
  const tab = offered.find((name) => name === oneOf(query.tab)) ?? 'calendar'
  const timeZone = company?.timeZone ?? 'UTC'
  const shiftId = oneOf(query.shift)
  const driverId = oneOf(query.driver)
  const day = oneOf(query.day)
  if (fleets === null)
    return (
      <>
        <PageHeader title={title} />
        <Card>
          <EmptyState title={t('shifts.noFleet')} />
        </Card>
      </>
    )
  if (!can('shifts.read'))
    return (
      <>
        <PageHeader title={title} detail={fleets.name} />
        <Box sx={{ display: 'grid', gap: '16px' }}>
          <MyShift />
          <MyCash />
        </Box>
      </>
    )
  const mayPlan = can('shifts.edit')
  const nextHour = () => Math.ceil(nowMs() / hourMs) * hourMs
  return (
    <>
      <PageHeader
        title={title}
        detail={fleets.name}
        actions={
          <>
            {can('shifts.configure') && (
              <Button variant="outlined" startIcon={<TuneOutlined />} onClick={() => setLimiting(true)}>
                {t('shifts.limits.open')}
              </Button>
            )}
            {mayPlan && (
              <Button
                variant="contained"
                startIcon={<AddRounded />}
                onClick={() => setAdding({ startMs: nextHour(), driver: null, vehicle: null })}
              >
                {t('shifts.new')}
              </Button>
            )}
          </>
        }
      />
      <Box sx={{ display: 'grid', gap: '16px' }}>
        <MyShift isHiddenWhenEmpty />
        <MyCash isHiddenWhenEmpty />
        <Tabs
          value={tab}
          onChange={(_, next: string) => change({ tab: next === 'calendar' ? undefined : next })}
        >
          {offered.map((name) => (
            <Tab key={name} value={name} label={t(`shifts.tab.${name}`)} />
          ))}
        </Tabs>
        {tab === 'calendar' ? (
          <ShiftCalendar
            shown={{
              view: calendarViews.find((name) => name === oneOf(query.view)) ?? 'week',
              by: groupings.find((name) => name === oneOf(query.by)) ?? 'driver',
              day: /^\d{4}-\d\d-\d\d$/.test(day) ? day : undefined,
            }}
            place={fleets.query}
            timeZone={timeZone}
            onShow={(some) => change({ ...some })}
            onOpen={({ id }) => change({ shift: id }, { push: true })}
            onAdd={mayPlan ? setAdding : undefined}
          />
        ) : tab === 'cards' && company ? (
          <UnknownCards companyId={company.id} />
        ) : (
          <DriverTable
            place={fleets.query}
            timeZone={timeZone}
            onOpen={({ id }) => change({ driver: id }, { push: true })}
          />
        )}
      </Box>
      {adding && <ShiftDialog of={adding} onClose={() => setAdding(null)} />}
      {isLimiting && <LimitsDialog place={fleets.query} onClose={() => setLimiting(false)} />}
      {shiftId && <ShiftCard shiftId={shiftId} onClose={() => change({ shift: undefined })} />}
      {driverId && (
        <DriverCard
          driverId={driverId}
          place={fleets.query}
          timeZone={timeZone}
          onClose={() => change({ driver: undefined })}
        />
      )}
    </>
  )
}
