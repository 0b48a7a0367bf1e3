import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import UpdateRounded from '@mui/icons-material/UpdateRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { deleteTariff, type Tariff } from '@rumbo/contract/billing.contract'
import { formatMoney, formatNumber } from '@rumbo/i18n/formats'
import { useState } from 'react'
import { useCan, useErrorMessage } from '../app/client-context.tsx'
import { useChange } from '../app/data/use-data.ts'
import { useMoment } from '../app/use-moment.ts'
import { useZones } from '../places/use-zones.ts'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { RecordCard, RecordSection } from '../ui/dialogs/RecordCard.tsx'
import { dateText } from '../ui/fields/calendar-day.ts'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { Calculator } from './Calculator.tsx'
import type { TariffForm } from './tariff-draft.rules.ts'
import { TariffState, usePeriod } from './tariff-look.tsx'

interface TariffCardProps {
  tariff: Tariff
  timeZone: string
  onEdit: (form: TariffForm) => void
  onClose: () => void
}

/** One tariff to read, with a calculator, and what may be done with it. */
export function TariffCard({ tariff, timeZone, onEdit, onClose }: TariffCardProps) {
  const { t, language } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const moment = useMoment()
  const period = usePeriod()
  const mayEdit = useCan()('tariffs.edit', tariff)
  const { zones } = useZones(tariff.fleetId)
  const [isDeleting, setDeleting] = useState(false)
  const remove = useChange(deleteTariff)
  const { rates, currency, state } = tariff
  const money = (amount: string) => (Number(amount) === 0 ? null : formatMoney(language, amount, currency))
  const minutes = (value: number) => (value === 0 ? null : `${value} ${t('billing.unit.min')}`)
  const zoneName = (id: string) => zones.find((zone) => zone.id === id)?.name ?? '—'
  const days = (all: readonly number[]) =>
    all.length === 7
      ? t('billing.everyDay')
      : all.map((day) => t(`vehicleForm.dayShort.${day as 1}`)).join(' ')
  return (
    <RecordCard
      title={tariff.name}
      status={<TariffState state={state} />}
      detail={`${t(`services.type.${tariff.serviceType}`)} · ${period(tariff)}`}
      edit={
        mayEdit && state !== 'ended'
          ? {
              label: t('billing.edit'),
              run: () => onEdit({ mode: state === 'upcoming' ? 'edit' : 'rename', tariff }),
            }
          : undefined
      }
      actions={
        mayEdit && (
          <>
            {state === 'current' && (
              <Button
                variant="outlined"
                startIcon={<UpdateRounded />}
                onClick={() => onEdit({ mode: 'follow', tariff })}
              >
                {t('billing.follow')}
              </Button>
            )}
            {state === 'upcoming' && (
              <Button
                variant="outlined"
                color="error"
                startIcon={<DeleteOutlineRounded />}
                onClick={() => setDeleting(true)}
              >
                {t('billing.delete')}
              </Button>
            )}
          </>
        )
      }
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: '20px' }}>
        <RecordSection
          title={t('billing.rates')}
          facts={[
            { name: t('billing.rate.base'), value: formatMoney(language, rates.base, currency) },
            {
              name: t('billing.rate.includedKm'),
              value:
                rates.includedMetres > 0 && `${formatNumber(language, rates.includedMetres / 1_000, 1)} km`,
            },
            { name: t('billing.rate.includedMinutes'), value: minutes(rates.includedMinutes) },
            { name: t('billing.rate.perKm'), value: money(rates.perKm) },
            { name: t('billing.rate.perMinute'), value: money(rates.perMinute) },
            { name: t('billing.rate.minimum'), value: money(rates.minimum) },
            { name: t('billing.rate.waitingPerMinute'), value: money(rates.waitingPerMinute) },
            { name: t('billing.rate.freeWaitingMinutes'), value: minutes(rates.freeWaitingMinutes) },
            { name: t('billing.rate.perExtraStop'), value: money(rates.perExtraStop) },
            { name: t('billing.rate.roundTo'), value: money(rates.roundTo) },
          ].map(({ name, value }) => ({ name, value: value === false ? null : value }))}
        />
        {rates.surcharges.length > 0 && (
          <RecordSection
            title={t('billing.surcharges')}
            facts={rates.surcharges.map(({ name, kind, percent, amount, when, windows }) => ({
              name,
              value: [
                kind === 'percent' ? `${formatNumber(language, percent, 2)} %` : money(amount),
                when === 'holidays'
                  ? t('billing.surcharge.when.holidays')
                  : windows.map((one) => `${days(one.days)} ${one.from}–${one.to}`).join(', '),
              ]
                .filter(Boolean)
                .join(' · '),
            }))}
          />
        )}
        {rates.holidays.length > 0 && (
          <RecordSection
            title={t('billing.holidays')}
            facts={[{ name: t('billing.holidays.own'), value: rates.holidays.map(dateText).join(', ') }]}
          />
        )}
        <RecordSection
          title={t('billing.extras')}
          facts={rates.extras.map(({ name, amount }) => ({
            name,
            value: formatMoney(language, amount, currency),
          }))}
        />
        <RecordSection
          title={t('billing.zoneFares')}
          facts={rates.zoneFares.map(({ fromZoneId, toZoneId, amount, isBothWays }) => ({
            name: `${zoneName(fromZoneId)} ${isBothWays ? '↔' : '→'} ${zoneName(toZoneId)}`,
            value: formatMoney(language, amount, currency),
          }))}
        />
        <Calculator rates={rates} currency={currency} timeZone={timeZone} zones={zones} />
        <RecordSection
          title={t('billing.changed')}
          facts={[
            { name: t('billing.changed.at'), value: moment(tariff.updatedAt) },
            { name: t('billing.changed.by'), value: tariff.updatedBy },
          ]}
        />
      </Box>
      <ConfirmDialog
        open={isDeleting}
        title={t('billing.delete.title', { name: tariff.name })}
        text={t('billing.delete.text')}
        confirmLabel={t('billing.delete')}
        isDestructive
        onConfirm={async () => {
          try {
            await remove.mutateAsync({ params: { id: tariff.id } })
            toasts.show({ type: 'success', message: t('billing.deleted', { name: tariff.name }) })
            onClose()
          } catch (error) {
            toasts.show({ type: 'error', message: message(error, t('billing.failed')) })
            setDeleting(false)
          }
        }}
        onClose={() => setDeleting(false)}
      />
    </RecordCard>
  )
}
