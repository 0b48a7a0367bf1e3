import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  type Notification,
  type NotificationReach,
  readNotificationReach,
} from '@rumbo/contract/notifications.contract'
import { audienceKinds } from '@rumbo/contract/notifications.rules.contract'
import { useEndpoint } from '../app/data/use-data.ts'
import { Anchor } from '../app/navigation/address.tsx'
import { useMoment } from '../app/use-moment.ts'
import { RecordCard, RecordSection } from '../ui/dialogs/RecordCard.tsx'
import { FactList } from '../ui/FactList.tsx'
import { useText } from '../ui/i18n.tsx'
import { TintedChip } from '../ui/StatusChip.tsx'
import { PriorityMark, statusColours } from './notification-looks.tsx'

interface NotificationDetailsProps {
  notification: Notification
  onAcknowledge: () => void
  onClose: () => void
}

/** A notification with its words, why it came and what became of it by each method. */
export function NotificationDetails({ notification, onAcknowledge, onClose }: NotificationDetailsProps) {
  const { t } = useText()
  const moment = useMoment()
  const reach = useEndpoint(readNotificationReach, { params: { id: notification.id } })
  const { title, message, why, count, createdAt, lastAt, vehicleNumber, path, canAcknowledge } = notification
  const audience = audienceKinds.find((kind) => kind === why.audience)
  const facts = [
    {
      name: t('notifications.field.priority'),
      value: <PriorityMark priority={notification.priority} hasWords />,
    },
    ...(vehicleNumber === null ? [] : [{ name: t('notifications.field.vehicle'), value: vehicleNumber }]),
    { name: t('notifications.field.lastAt'), value: moment(lastAt) },
    ...(count > 1
      ? [
          { name: t('notifications.field.createdAt'), value: moment(createdAt) },
          { name: t('notifications.column.title'), value: t('notifications.count.times', { count }) },
        ]
      : []),
    ...(why.rule === null ? [] : [{ name: t('notifications.field.rule'), value: why.rule }]),
    ...(audience === undefined
      ? []
      : [{ name: t('notifications.field.why'), value: t(`notifications.audience.${audience}`) }]),
  ]
  return (
    <RecordCard
      widthPixels={480}
      title={title}
      actions={
        <>
          {path !== null && (
            <Button variant="contained" component={Anchor} to={path}>
              {t('notifications.action.open')}
            </Button>
          )}
          {canAcknowledge && (
            <Button variant="outlined" onClick={onAcknowledge}>
              {t('notifications.action.acknowledge')}
            </Button>
          )}
        </>
      }
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: '16px' }}>
        <Box sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{message}</Box>
        <FactList facts={facts} />
        <RecordSection title={t('notifications.reach.title')}>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: '8px' }}>
            {reach.data?.items.map((one) => (
              <ReachRow key={`${one.method} ${one.at} ${one.detail}`} reach={one} />
            ))}
          </Box>
        </RecordSection>
      </Box>
    </RecordCard>
  )
}

const knownDetails = ['not_configured', 'no_address', 'limit'] as const

function ReachRow({ reach: { method, status, at, detail } }: { reach: NotificationReach }) {
  const { t } = useText()
  const moment = useMoment()
  const known = knownDetails.find((one) => one === detail)
  const isWaiting = status === 'pending' && detail !== null && known === undefined
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'center' }}>
      <Box sx={{ flex: 1, minWidth: 120 }}>{t(`notifications.method.${method}`)}</Box>
      <TintedChip colour={statusColours[status]}>{t(`notifications.status.${status}`)}</TintedChip>
      <Box sx={{ flexBasis: '100%', typography: 'body2' }}>
        {known
          ? t(`notifications.reach.${known}`)
          : isWaiting
            ? t('notifications.reach.waits', { until: moment(detail) })
            : (detail ?? moment(at))}
      </Box>
    </Box>
  )
}
