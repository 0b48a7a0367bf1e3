import Box from '@mui/material/Box'
import { type Driver, listDrivers } from '@rumbo/contract/shifts.drivers.contract'
import { useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { Card } from '../ui/Card.tsx'
import { useNow } from '../ui/clock.ts'
import { dayAt } from '../ui/fields/calendar-day.ts'
import { useText } from '../ui/i18n.tsx'
import { TintedChip } from '../ui/StatusChip.tsx'
import { EmptyState } from '../ui/states.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import type { TableColumn, TableView } from '../ui/table/table-model.ts'
import { token } from '../ui/theme/tokens.ts'
import { DueDay } from '../vehicles/DueDay.tsx'

const hours = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

/** Whether a driver gets services now, and if not, why. */
export function Eligibility({ driver }: { driver: Driver }) {
  const { t } = useText()
  const { reasons } = driver
  if (reasons.length === 0) return <TintedChip colour="active">{t('shifts.eligible')}</TintedChip>
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: '4px' }}>
      {reasons.map((reason) => (
        <TintedChip key={reason} colour={reason === 'no_shift' ? 'inactive' : 'critical'}>
          {t(`shifts.reason.${reason}`)}
        </TintedChip>
      ))}
    </Box>
  )
}

interface DriverTableProps {
  place: { fleetId?: string; companyId?: string }
  timeZone: string
  onOpen: (driver: Driver) => void
}

/** The drivers of the company: who may drive, licence, documents and time on duty. */
export function DriverTable({ place, timeZone, onOpen }: DriverTableProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const today = dayAt(useNow(60), timeZone)
  const [view, setView] = useState<TableView>({ page: 1, size: 25, order: 'asc' })
  const drivers = useEndpoint(listDrivers, { query: place })
  const columns: TableColumn<Driver>[] = [
    {
      key: 'name',
      header: t('shifts.by.driver'),
      canWrap: true,
      render: ({ name, phone }) => (
        <Box component="span">
          <Box component="span" sx={{ fontWeight: 620 }}>
            {name}
          </Box>
          <Box component="span" sx={{ display: 'block', typography: 'body2', color: token('textSoft') }}>
            {phone}
          </Box>
        </Box>
      ),
    },
    {
      key: 'eligible',
      header: t('shifts.driver.eligible'),
      canWrap: true,
      minWidth: 150,
      rank: 1,
      render: (driver) => <Eligibility driver={driver} />,
    },
    {
      key: 'shift',
      header: t('shifts.driver.now'),
      rank: 3,
      render: ({ shift }) => shift && t('shifts.ofVehicle', { number: shift.vehicleNumber }),
    },
    {
      key: 'licence',
      header: t('shifts.document.driving_licence'),
      rank: 2,
      render: ({ licence }) =>
        licence && (
          <DueDay
            date={licence.expiresOn}
            today={today}
            detail={[licence.number, licence.class].filter(Boolean).join(' · ')}
          />
        ),
    },
    {
      key: 'next',
      header: t('shifts.driver.nextExpiry'),
      rank: 6,
      render: ({ nextExpiry }) => <DueDay date={nextExpiry} today={today} />,
    },
    {
      key: 'day',
      header: t('shifts.driver.day'),
      align: 'right',
      rank: 4,
      render: ({ dayMinutes }) => hours(dayMinutes),
    },
    {
      key: 'week',
      header: t('shifts.driver.week'),
      align: 'right',
      rank: 5,
      render: ({ weekMinutes }) => hours(weekMinutes),
    },
  ]
  const { page, size } = view
  return (
    <Card isFlush label={t('shifts.tab.drivers')}>
      <DataTable
        label={t('shifts.tab.drivers')}
        columns={columns}
        rows={drivers.data?.items.slice((page - 1) * size, page * size)}
        total={drivers.data?.items.length ?? 0}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        view={view}
        onView={setView}
        onOpen={onOpen}
        isLoading={drivers.isFetching}
        error={drivers.isError ? message(drivers.error, t('shifts.loadFailed')) : undefined}
        onRetry={() => void drivers.refetch()}
        empty={<EmptyState title={t('shifts.drivers.none')} text={t('shifts.drivers.noneText')} />}
      />
    </Card>
  )
}
