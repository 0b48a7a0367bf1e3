import PlaceOutlined from '@mui/icons-material/PlaceOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { readService, type Service } from '@rumbo/contract/services.contract'
import { formatDate, formatDurationShort, formatMoney, formatNumber } from '@rumbo/i18n/formats'
import { lazy, Suspense, useMemo } from 'react'
import { addresses } from '../addresses.ts'
import { useCan, useErrorMessage, useFeatures, useWorkspace } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { Anchor } from '../app/navigation/address.tsx'
import type { MapPin } from '../map/map-model.ts'
import { SmallMap } from '../map/SmallMap.tsx'
import { MailLink, PhoneLink } from '../ui/ContactLinks.tsx'
import { boxLook } from '../ui/card-look.ts'
import { RecordCard } from '../ui/dialogs/RecordCard.tsx'
import { FactList } from '../ui/FactList.tsx'
import { useText } from '../ui/i18n.tsx'
import { ServiceStatusChip, TintedChip } from '../ui/StatusChip.tsx'
import { FormSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { ServiceCharges } from './charges/ServiceCharges.tsx'
import { ServiceRating } from './tracking/ServiceRating.tsx'
import type { ServiceActions } from './use-service-actions.tsx'

const ServicePaymentsTab = lazy(() =>
  import('../payments/ServicePaymentsTab.tsx').then((file) => ({ default: file.ServicePaymentsTab })),
)

export const detailTabs = ['information', 'stops', 'payment', 'history'] as const
export type DetailTab = (typeof detailTabs)[number]

interface ServiceDetailsProps {
  serviceId: string
  tab: DetailTab
  onTab: (tab: DetailTab) => void
  actions: ServiceActions
  onClose: () => void
}

/** All data of one service in a drawer; follows changes by others. */
export function ServiceDetails({ serviceId, tab, onTab, actions, onClose }: ServiceDetailsProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const answer = useEndpoint(readService, { params: { id: serviceId } })
  const service = answer.data
  const hasMap = useFeatures().includes('map') && service !== undefined
  const mapLink = ({ id, fleetId }: Service) => (
    <Button
      key="map"
      variant="outlined"
      startIcon={<PlaceOutlined />}
      component={Anchor}
      to={addresses.map({ fleet: fleetId, service: id, layer: 'services' })}
    >
      {t('services.action.map')}
    </Button>
  )
  const mayReadPayments = useCan()('payments.read', service)
  const serviceActions = service === undefined ? [] : actions.of(service)
  return (
    <RecordCard
      widthPixels={520}
      scrolls="tab"
      title={service ? t('services.details.title', { number: service.serviceNumber }) : t('services.one')}
      status={
        service && (
          <ServiceStatusChip status={service.status} label={t(`services.status.${service.status}`)} />
        )
      }
      detail={service && `${t(`services.type.${service.serviceType}`)} · ${service.customerName}`}
      tabs={{
        names: detailTabs
          .filter((name) => name !== 'payment' || mayReadPayments)
          .map((name) => ({ name, label: t(`services.details.${name}`) })),
        chosen: tab,
        onChoose: onTab,
      }}
      actions={
        (serviceActions.length > 0 || hasMap) && [
          ...(hasMap && service !== undefined ? [mapLink(service)] : []),
          ...serviceActions.map(({ key, label, icon, isDestructive, run }, at) => (
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
          )),
        ]
      }
      onClose={onClose}
    >
      {answer.isError && (
        <ErrorState text={message(answer.error, t('ui.error.text'))} onRetry={() => void answer.refetch()} />
      )}
      {service === undefined ? (
        !answer.isError && <FormSkeleton fields={6} />
      ) : tab === 'information' ? (
        <Information service={service} />
      ) : tab === 'stops' ? (
        <Stops service={service} />
      ) : tab === 'payment' ? (
        <Suspense fallback={<FormSkeleton fields={4} />}>
          <ServicePaymentsTab service={service} />
        </Suspense>
      ) : (
        <History service={service} />
      )}
    </RecordCard>
  )
}

/** Times are shown in the company's time zone. */
function useMoment() {
  const { language } = useText()
  const { company } = useWorkspace()
  return (moment: string | null) =>
    moment === null ? null : formatDate(language, moment, { timeZone: company?.timeZone })
}

/** The planned stops on a map, lettered in their order. */
const pinsOf = (stops: Service['plannedStops']): MapPin[] =>
  stops.map(({ id, latitude, longitude }, at) => ({
    id,
    latitude,
    longitude,
    letter: String.fromCharCode(65 + Math.min(at, 25)),
  }))

function Information({ service }: { service: Service }) {
  const { t } = useText()
  const pins = useMemo(() => pinsOf(service.plannedStops), [service.plannedStops])
  const [first] = service.plannedStops
  return (
    <Box sx={{ display: 'grid', gap: '16px' }}>
      {first && <SmallMap label={t('services.details.planned')} point={first} pins={pins} />}
      <Facts service={service} />
      <ServiceCharges service={service} />
    </Box>
  )
}

function Facts({ service }: { service: Service }) {
  const { t, language } = useText()
  const moment = useMoment()
  const money = (amount: string | null) =>
    amount === null ? null : formatMoney(language, amount, service.currency)
  return (
    <FactList
      facts={[
        { name: t('services.field.customerName'), value: service.customerName },
        {
          name: t('services.field.customerPhone'),
          value: <PhoneLink phone={service.customerPhone} of={service.customerName} />,
        },
        {
          name: t('services.field.customerEmail'),
          value: service.customerEmail && (
            <MailLink email={service.customerEmail} of={service.customerName} />
          ),
        },
        { name: t('services.field.serviceType'), value: t(`services.type.${service.serviceType}`) },
        { name: t('services.field.priorityLevel'), value: t(`services.priority.${service.priorityLevel}`) },
        { name: t('services.field.dispatchTime'), value: moment(service.dispatchTime) },
        { name: t('services.field.assignedVehicle'), value: service.assignedVehicleNumber },
        { name: t('services.field.driverName'), value: service.driverName },
        {
          name: t('services.field.driverPhone'),
          value: service.driverPhone && (
            <PhoneLink
              phone={service.driverPhone}
              of={service.driverName ?? t('services.field.driverName')}
            />
          ),
        },
        { name: t('services.field.createdAt'), value: moment(service.createdAt) },
        { name: t('services.field.startedAt'), value: moment(service.startedAt) },
        { name: t('services.field.endedAt'), value: moment(service.endedAt) },
        {
          name: t('services.field.duration'),
          value: service.duration === null ? null : formatDurationShort(service.duration),
        },
        { name: t('services.field.estimatedCost'), value: money(service.estimatedCost) },
        { name: t('services.field.currentCost'), value: money(service.currentCost) },
        { name: t('services.field.finalCost'), value: money(service.finalCost) },
        ...(service.extras.length === 0
          ? []
          : [
              {
                name: t('services.field.extras'),
                value: service.extras.map(({ name }) => name).join(', '),
              },
            ]),
        {
          name: t('services.field.paymentMethod'),
          value: t(`services.payment.method.${service.paymentMethod}`),
        },
        {
          name: t('services.field.paymentStatus'),
          value: t(`services.payment.status.${service.paymentStatus}`),
        },
        ...(service.status === 'completed'
          ? [{ name: t('tracking.rating'), value: <ServiceRating serviceId={service.id} /> }]
          : []),
        { name: t('services.field.notes'), value: service.notes },
      ]}
    />
  )
}

function Stops({ service }: { service: Service }) {
  const { t, language } = useText()
  const moment = useMoment()
  const box = { ...boxLook, p: '10px 14px' }
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
              ]
                .filter(Boolean)
                .join(' · ')}
            </Box>
            {(stop.contactName || stop.contactPhone) && (
              <Box sx={{ typography: 'body2' }}>
                {stop.contactName}{' '}
                {stop.contactPhone && (
                  <PhoneLink phone={stop.contactPhone} of={stop.contactName ?? stop.address} />
                )}
              </Box>
            )}
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
            <FactList
              facts={[
                { name: t('services.field.arrived'), value: moment(stop.arrived) },
                { name: t('services.field.departed'), value: moment(stop.departed) },
                {
                  name: t('services.field.distanceAtStop'),
                  value:
                    stop.distanceAtStop === null
                      ? null
                      : `${formatNumber(language, stop.distanceAtStop / 1000, 1)} km`,
                },
                {
                  name: t('services.field.costAtStop'),
                  value:
                    stop.costAtStop === null
                      ? null
                      : formatMoney(language, stop.costAtStop, service.currency),
                },
                { name: t('services.details.operator'), value: t(`services.stop.operator.${stop.operator}`) },
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
