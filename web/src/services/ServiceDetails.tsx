import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { readService, type Service } from '@rumbo/contract/services.contract'
import { formatDate, formatDurationShort, formatMoney, formatNumber } from '@rumbo/i18n/formats'
import { type ReactNode, useId } from 'react'
import { useErrorMessage, useWorkspace } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { useText } from '../ui/i18n.tsx'
import { ServiceStatusChip, TintedChip } from '../ui/StatusChip.tsx'
import { FormSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import type { ServiceActions } from './use-service-actions.tsx'

export const detailTabs = ['information', 'stops', 'history'] as const
export type DetailTab = (typeof detailTabs)[number]

interface ServiceDetailsProps {
  serviceId: string
  tab: DetailTab
  onTab: (tab: DetailTab) => void
  actions: ServiceActions
  onClose: () => void
}

/** Everything about one service, in a drawer; stays true while others change it. */
export function ServiceDetails({ serviceId, tab, onTab, actions, onClose }: ServiceDetailsProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const titleId = useId()
  const answer = useEndpoint(readService, { params: { id: serviceId } })
  const service = answer.data
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': titleId,
          sx: { width: 'min(520px, 100%)', display: 'flex', flexDirection: 'column' },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: '10px', p: '14px 12px 8px 20px' }}>
        <Box component="h2" id={titleId} sx={{ typography: 'h1', m: 0 }}>
          {service ? t('services.details.title', { number: service.serviceNumber }) : t('services.one')}
        </Box>
        {service && (
          <ServiceStatusChip status={service.status} label={t(`services.status.${service.status}`)} />
        )}
        <IconButton aria-label={t('ui.close')} onClick={onClose} sx={{ ml: 'auto' }}>
          <CloseRounded />
        </IconButton>
      </Box>
      <Tabs value={tab} onChange={(_, next: DetailTab) => onTab(next)} sx={{ px: '12px' }}>
        {detailTabs.map((name) => (
          <Tab
            key={name}
            value={name}
            id={`${titleId}-${name}`}
            aria-controls={`${titleId}-panel`}
            label={t(`services.details.${name}`)}
          />
        ))}
      </Tabs>
      <Box
        role="tabpanel"
        id={`${titleId}-panel`}
        aria-labelledby={`${titleId}-${tab}`}
        tabIndex={0}
        sx={{ flex: 1, overflowY: 'auto', p: '16px 20px' }}
      >
        {answer.isError && <ErrorState text={message(answer.error)} onRetry={() => void answer.refetch()} />}
        {service === undefined ? (
          !answer.isError && <FormSkeleton fields={6} />
        ) : tab === 'information' ? (
          <Information service={service} />
        ) : tab === 'stops' ? (
          <Stops service={service} />
        ) : (
          <History service={service} />
        )}
      </Box>
      {service && actions.of(service).length > 0 && (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: '8px',
            p: '12px 20px',
            borderTop: `1px solid ${token('line')}`,
          }}
        >
          {actions.of(service).map(({ key, label, icon, isDestructive, run }, at) => (
            <Button
              key={key}
              variant={at === 0 && !isDestructive ? 'contained' : 'outlined'}
              color={isDestructive ? 'error' : 'primary'}
              startIcon={icon}
              disabled={actions.moves.isBusy}
              onClick={run}
            >
              {label}
            </Button>
          ))}
        </Box>
      )}
    </Drawer>
  )
}

function Facts({ rows }: { rows: readonly [label: string, value: ReactNode][] }) {
  return (
    <Box
      component="dl"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(120px, 38%) 1fr', gap: '9px 14px', m: 0 }}
    >
      {rows.map(([label, value]) => (
        <Box key={label} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: token('textSoft') }}>
            {label}
          </Box>
          <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
            {value ?? '—'}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

/** Moments in the company's own zone. */
function useMoment() {
  const { language } = useText()
  const { company } = useWorkspace()
  return (moment: string | null) =>
    moment === null ? null : formatDate(language, moment, { timeZone: company?.timeZone })
}

function Information({ service }: { service: Service }) {
  const { t, language } = useText()
  const moment = useMoment()
  const money = (amount: string | null) =>
    amount === null ? null : formatMoney(language, amount, service.currency)
  return (
    <Facts
      rows={[
        [t('services.field.customerName'), service.customerName],
        [
          t('services.field.customerPhone'),
          <a key="phone" href={`tel:${service.customerPhone}`}>
            {service.customerPhone}
          </a>,
        ],
        [t('services.field.customerEmail'), service.customerEmail],
        [t('services.field.serviceType'), t(`services.type.${service.serviceType}`)],
        [t('services.field.priorityLevel'), t(`services.priority.${service.priorityLevel}`)],
        [t('services.field.dispatchTime'), moment(service.dispatchTime)],
        [t('services.field.assignedVehicle'), service.assignedVehicleNumber],
        [t('services.field.driverName'), service.driverName],
        [t('services.field.driverPhone'), service.driverPhone],
        [t('services.field.createdAt'), moment(service.createdAt)],
        [t('services.field.startedAt'), moment(service.startedAt)],
        [t('services.field.endedAt'), moment(service.endedAt)],
        [
          t('services.field.duration'),
          service.duration === null ? null : formatDurationShort(service.duration),
        ],
        [t('services.field.estimatedCost'), money(service.estimatedCost)],
        [t('services.field.currentCost'), money(service.currentCost)],
        [t('services.field.finalCost'), money(service.finalCost)],
        [t('services.field.paymentMethod'), t(`services.payment.method.${service.paymentMethod}`)],
        [t('services.field.paymentStatus'), t(`services.payment.status.${service.paymentStatus}`)],
        [t('services.field.notes'), service.notes],
      ]}
    />
  )
}

function Stops({ service }: { service: Service }) {
  const { t, language } = useText()
  const moment = useMoment()
  const box = { border: `1px solid ${token('line')}`, borderRadius: '12px', p: '10px 14px' }
  return (
    <Box sx={{ display: 'grid', gap: '10px' }}>
      <Box component="h3" sx={{ typography: 'h2', m: 0 }}>
        {t('services.details.planned')}
      </Box>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '8px' }}>
        {service.plannedStops.map((stop, at) => (
          <Box component="li" key={stop.id} sx={box}>
            <Box sx={{ typography: 'h3' }}>
              {at + 1}. {t(`services.stop.type.${stop.stopType}`)}
            </Box>
            <Box>{stop.address}</Box>
            <Box sx={{ typography: 'body2', color: token('textSoft') }}>
              {[
                `${stop.latitude.toFixed(5)}, ${stop.longitude.toFixed(5)}`,
                stop.timeWindowStart &&
                  `${t('services.field.timeWindowStart')} ${moment(stop.timeWindowStart)}`,
                stop.timeWindowEnd && `${t('services.field.timeWindowEnd')} ${moment(stop.timeWindowEnd)}`,
                stop.reference,
                stop.contactName,
                stop.contactPhone,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Box>
          </Box>
        ))}
      </Box>
      <Box component="h3" sx={{ typography: 'h2', m: '8px 0 0' }}>
        {t('services.details.executed')}
      </Box>
      {service.executedStops.length === 0 && <EmptyState title={t('services.details.noneExecuted')} />}
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '8px' }}>
        {service.executedStops.map((stop) => (
          <Box component="li" key={stop.id} sx={box}>
            <Box sx={{ display: 'flex', gap: '8px', alignItems: 'center', justifyContent: 'space-between' }}>
              <Box sx={{ typography: 'h3' }}>{t(`services.stop.type.${stop.stopType}`)}</Box>
              <TintedChip colour={stop.status === 'executed' ? 'active' : 'critical'}>
                {t(`services.stop.status.${stop.status}`)}
              </TintedChip>
            </Box>
            <Box sx={{ mb: '6px' }}>{stop.address}</Box>
            <Facts
              rows={[
                [t('services.field.arrived'), moment(stop.arrived)],
                [t('services.field.departed'), moment(stop.departed)],
                [
                  t('services.field.distanceAtStop'),
                  stop.distanceAtStop === null
                    ? null
                    : `${formatNumber(language, stop.distanceAtStop / 1000, 1)} km`,
                ],
                [
                  t('services.field.costAtStop'),
                  stop.costAtStop === null ? null : formatMoney(language, stop.costAtStop, service.currency),
                ],
                [t('services.details.operator'), t(`services.stop.operator.${stop.operator}`)],
              ]}
            />
          </Box>
        ))}
      </Box>
    </Box>
  )
}

function History({ service }: { service: Service }) {
  const { t } = useText()
  const moment = useMoment()
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '12px' }}>
      {[...service.statusHistory].reverse().map((change) => (
        <Box component="li" key={`${change.status}-${change.at}`} sx={{ display: 'grid', gap: '3px' }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: '10px', flexWrap: 'wrap' }}>
            <ServiceStatusChip status={change.status} label={t(`services.status.${change.status}`)} />
            <Box component="time" dateTime={change.at} sx={{ typography: 'body2', color: token('textSoft') }}>
              {moment(change.at)}
            </Box>
          </Box>
          {(change.by || change.note) && (
            <Box sx={{ typography: 'body2', color: token('textSoft') }}>
              {[change.by, change.note].filter(Boolean).join(' · ')}
            </Box>
          )}
        </Box>
      ))}
    </Box>
  )
}
