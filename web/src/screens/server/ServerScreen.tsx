import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { health, ready } from '@rumbo/contract/monitoring.contract'
import { listDeliveries } from '@rumbo/contract/monitoring.deliveries.contract'
import type { ReactNode } from 'react'
import { addresses } from '../../addresses.ts'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { AppLink } from '../../app/navigation/address.tsx'
import { CertificateCard } from '../../monitoring/CertificateCard.tsx'
import { ServerPanel } from '../../monitoring/ServerPanel.tsx'
import { Card } from '../../ui/Card.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'

const lookMs = 10_000

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        justifyContent: 'space-between',
        gap: '8px',
        typography: 'body2',
      }}
    >
      <span>{name}</span>
      {children}
    </Box>
  )
}

function ChannelsCard() {
  const { t } = useText()
  const message = useErrorMessage()
  const deliveries = useEndpoint(listDeliveries, { query: { size: 1 } })
  const channel = (name: string, isOn: boolean) => (
    <Line name={name}>
      <TintedChip colour={isOn ? 'active' : 'inactive'}>
        {t(isOn ? 'monitoring.server.channels.on' : 'monitoring.server.channels.off')}
      </TintedChip>
    </Line>
  )
  return (
    <Card title={t('monitoring.server.channels')}>
      {deliveries.data ? (
        <Box sx={{ display: 'grid', gap: '12px' }}>
          {channel(t('monitoring.server.channels.email'), deliveries.data.isEmailConfigured)}
          {channel(t('monitoring.server.channels.sms'), deliveries.data.isSmsConfigured)}
          <AppLink to={addresses.outbox()} sx={{ typography: 'body2' }}>
            {t('screens.title.outbox')}
          </AppLink>
        </Box>
      ) : deliveries.isError ? (
        <ErrorState
          title={message(deliveries.error, t('monitoring.server.load.failed'))}
          onRetry={() => void deliveries.refetch()}
        />
      ) : (
        <ListSkeleton rows={2} />
      )}
    </Card>
  )
}

function HealthCard() {
  const { t } = useText()
  const alive = useEndpoint(health, {}, { refetchInterval: lookMs })
  const serves = useEndpoint(ready, { query: { part: 'database' } }, { refetchInterval: lookMs })
  const line = (name: string, answer: { isSuccess: boolean; isError: boolean }) => (
    <Line name={name}>
      <TintedChip colour={answer.isError ? 'critical' : answer.isSuccess ? 'active' : 'inactive'}>
        {answer.isError
          ? t('monitoring.server.health.down')
          : answer.isSuccess
            ? t('monitoring.server.health.yes')
            : t('monitoring.server.health.checking')}
      </TintedChip>
    </Line>
  )
  return (
    <Card title={t('monitoring.server.health')}>
      <Box role="status" sx={{ display: 'grid', gap: '12px' }}>
        {line(t('monitoring.server.health.alive'), alive)}
        {line(t('monitoring.server.health.ready'), serves)}
      </Box>
    </Card>
  )
}

/** The server, for super admins: certificate, channels, health, and a link to the API documentation. */
export function ServerScreen({ title }: { title: string }) {
  const { t } = useText()
  return (
    <>
      <PageHeader title={title} />
      <Box sx={{ mb: '16px' }}>
        <ServerPanel />
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: '16px',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
          alignItems: 'start',
        }}
      >
        <CertificateCard />
        <ChannelsCard />
        <HealthCard />
        <Card title={t('monitoring.server.links')}>
          <Box sx={{ display: 'grid', gap: '10px', typography: 'body2', justifyItems: 'start' }}>
            <Link href="/v1/docs" target="_blank" rel="noopener">
              {t('monitoring.server.links.api')}
            </Link>
            <Link href="/v1/openapi.json" target="_blank" rel="noopener">
              {t('monitoring.server.links.openapi')}
            </Link>
          </Box>
        </Card>
      </Box>
    </>
  )
}
