import PlaceOutlined from '@mui/icons-material/PlaceOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { readService, type Service } from '@rumbo/contract/services.contract'
import { formatDurationShort, formatMoney, formatNumber } from '@rumbo/i18n/formats'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { addresses } from '../addresses.ts'
import { useCan, useErrorMessage, useFeatures } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { Anchor } from '../app/navigation/address.tsx'
import { usePresent } from '../live/use-presence.ts'
import type { MapPin } from '../map/map-model.ts'
import { SmallMap } from '../map/SmallMap.tsx'
import { MessageButton } from '../messaging/MessageButton.tsx'
import { useMessageItems } from '../messaging/use-message-items.tsx'
import { MailLink, PhoneLink } from '../ui/ContactLinks.tsx'
import { RecordCard } from '../ui/dialogs/RecordCard.tsx'
import { FactList } from '../ui/FactList.tsx'
import { useText } from '../ui/i18n.tsx'
import { ServiceStatusChip } from '../ui/StatusChip.tsx'
import { FormSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/states.tsx'
import { ServiceCharges } from './charges/ServiceCharges.tsx'
import { PresentPeople } from './PresentPeople.tsx'
import { ServiceRating } from './tracking/ServiceRating.tsx'
import { useMoment } from './use-moment.ts'
import type { ServiceActions } from './use-service-actions.tsx'

const ServicePaymentsTab = lazy(() =>
  import('../payments/ServicePaymentsTab.tsx').then((file) => ({ default: file.ServicePaymentsTab })),
)

const StopsTab = lazy(() => import('./stops/StopsTab.tsx').then((file) => ({ default: file.StopsTab })))
const HistoryTab = lazy(() => import('./stops/HistoryTab.tsx').then((file) => ({ default: file.HistoryTab })))

export const detailTabs = ['information', 'stops', 'payment', 'history'] as const
export type DetailTab = (typeof detailTabs)[number]

interface ServiceDetailsProps {
  serviceId: string
  tab: DetailTab
  onTab: (tab: DetailTab) => void
  actions: ServiceActions
  /** Shows the series of a recurring service. Default: it is not offered. */
  onSeries?: (id: string) => void
  /** Shown above the history. */
  decisions?: (service: Service) => ReactNode
  onClose: () => void
}

/** All data of one service in a drawer; follows changes by others. */
export function ServiceDetails({
  serviceId,
  tab,
  onTab,
  actions,
  onSeries,
  decisions,
  onClose,
}: ServiceDetailsProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const answer = useEndpoint(readService, { params: { id: serviceId } })
  const service = answer.data
  usePresent(service)
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
  const messages = useMessageItems()
  return (
    <RecordCard
      widthPixels={520}
      scrolls="tab"
      title={service ? t('services.details.title', { number: service.serviceNumber }) : t('services.one')}
      status={
        service && (
          <Box component="span" sx={{ display: 'inline-flex', gap: '8px', alignItems: 'center' }}>
            <ServiceStatusChip status={service.status} label={t(`services.status.${service.status}`)} />
            <PresentPeople serviceId={service.id} />
          </Box>
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
        service !== undefined && [
          <MessageButton key="message" items={messages.ofService(service)} />,
          ...(hasMap ? [mapLink(service)] : []),
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
        <Information service={service} onSeries={onSeries} />
      ) : tab === 'stops' ? (
        <Suspense fallback={<FormSkeleton fields={4} />}>
          <StopsTab service={service} />
        </Suspense>
      ) : tab === 'payment' ? (
        <Suspense fallback={<FormSkeleton fields={4} />}>
          <ServicePaymentsTab service={service} />
        </Suspense>
      ) : (
        <Suspense fallback={<FormSkeleton fields={4} />}>
          {decisions?.(service)}
          <HistoryTab service={service} />
        </Suspense>
      )}
    </RecordCard>
  )
}

/** The planned stops on a map, lettered in their order. */
const pinsOf = (stops: Service['plannedStops']): MapPin[] =>
  stops.map(({ id, latitude, longitude }, at) => ({
    id,
    latitude,
    longitude,
    letter: String.fromCharCode(65 + Math.min(at, 25)),
  }))

type InformationProps = { service: Service } & Pick<ServiceDetailsProps, 'onSeries'>

function Information({ service, onSeries }: InformationProps) {
  const { t } = useText()
  const pins = useMemo(() => pinsOf(service.plannedStops), [service.plannedStops])
  const [first] = service.plannedStops
  return (
    <Box sx={{ display: 'grid', gap: '16px' }}>
      {first && <SmallMap label={t('services.details.planned')} point={first} pins={pins} />}
      <Facts service={service} onSeries={onSeries} />
      <ServiceCharges service={service} />
    </Box>
  )
}

/** What the service requires; nothing where it requires nothing. */
function requirementFacts({ t, language }: ReturnType<typeof useText>, service: Service) {
  const { requiredVehicleType, requiredSeats, requiredSkills, requiredProofs } = service
  const load = (value: number | null, unit: string) =>
    value === null ? null : `${formatNumber(language, value, 3)} ${unit}`
  return [
    {
      name: t('services.field.requiredVehicleType'),
      value: requiredVehicleType && t(`vehicles.type.${requiredVehicleType}`),
    },
    { name: t('services.field.requiredSeats'), value: requiredSeats },
    { name: t('services.details.loadKg'), value: load(service.requiredLoadKg, 'kg') },
    { name: t('services.details.loadM3'), value: load(service.requiredLoadM3, 'm³') },
    { name: t('services.field.requiredSkills'), value: requiredSkills.join(', ') },
    {
      name: t('services.field.requiredProofs'),
      value: requiredProofs.map((kind) => t(`services.proof.${kind}`)).join(', '),
    },
  ].filter(({ value }) => value !== null && value !== '')
}

function Facts({ service, onSeries }: InformationProps) {
  const { seriesId } = service
  const text = useText()
  const { t, language } = text
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
        ...(seriesId !== null && onSeries
          ? [
              {
                name: t('series.ofService'),
                value: (
                  <Link component="button" type="button" onClick={() => onSeries(seriesId)}>
                    {t('series.ofService.open')}
                  </Link>
                ),
              },
            ]
          : []),
        ...requirementFacts(text, service),
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
