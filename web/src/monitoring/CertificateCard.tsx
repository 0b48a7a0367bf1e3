import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { OutputOf } from '@rumbo/contract/endpoint'
import { readCertificate } from '@rumbo/contract/monitoring.contract'
import { levelOfMeasure, type ServerLevel } from '@rumbo/contract/monitoring.status-levels'
import { formatDate } from '@rumbo/i18n/formats'
import { useErrorMessage } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { Card } from '../ui/Card.tsx'
import { useText } from '../ui/i18n.tsx'
import { TintedChip } from '../ui/StatusChip.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/states.tsx'
import { type StatusToken, token } from '../ui/theme/tokens.ts'

type Certificate = OutputOf<typeof readCertificate>

const colours = { red: 'critical', amber: 'alarmed', green: 'active' } as const satisfies Record<
  ServerLevel,
  StatusToken
>
/** The level of the remaining days, with the same limits as in the server's panel. */
export const urgencyOf = (daysLeft: number): StatusToken =>
  colours[levelOfMeasure('certificateDays', daysLeft) ?? 'green']

function Facts({ certificate }: { certificate: Certificate }) {
  const { t, language } = useText()
  const { source, subject, issuer, validTo, daysLeft, error } = certificate
  const facts = [
    ['monitoring.server.certificate.subject', subject],
    ['monitoring.server.certificate.issuer', issuer],
    ['monitoring.server.certificate.validTo', validTo && formatDate(language, validTo)],
  ] as const
  return (
    <Box sx={{ display: 'grid', gap: '12px' }}>
      <Typography variant="body2" sx={{ color: token('textSoft') }}>
        {t(`monitoring.server.certificate.${source}`)}
      </Typography>
      {source === 'none' && (
        <Typography variant="body2">{t('monitoring.server.certificate.noneText')}</Typography>
      )}
      {error !== null && (
        <Typography role="alert" variant="body2" sx={{ color: token('critical'), overflowWrap: 'anywhere' }}>
          {t('monitoring.server.certificate.unreadable')}: {error}
        </Typography>
      )}
      {daysLeft !== null && (
        <Box>
          <TintedChip colour={urgencyOf(daysLeft)}>
            {daysLeft < 0
              ? t('monitoring.server.certificate.expired')
              : t('monitoring.server.certificate.left', { count: daysLeft })}
          </TintedChip>
        </Box>
      )}
      {source !== 'none' && (
        <Box
          component="dl"
          sx={{
            display: 'grid',
            gridTemplateColumns: 'auto 1fr',
            gap: '6px 16px',
            m: 0,
            typography: 'body2',
          }}
        >
          {facts.map(([key, value]) =>
            value ? (
              <Box key={key} sx={{ display: 'contents' }}>
                <Box component="dt" sx={{ color: token('textSoft') }}>
                  {t(key)}
                </Box>
                <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                  {value}
                </Box>
              </Box>
            ) : null,
          )}
        </Box>
      )}
    </Box>
  )
}

/** The certificate presented to visitors, and when it expires. */
export function CertificateCard() {
  const { t } = useText()
  const message = useErrorMessage()
  const certificate = useEndpoint(readCertificate, {})
  return (
    <Card title={t('monitoring.server.certificate')}>
      {certificate.data ? (
        <Facts certificate={certificate.data} />
      ) : certificate.isError ? (
        <ErrorState
          title={message(certificate.error, t('monitoring.server.load.failed'))}
          onRetry={() => void certificate.refetch()}
        />
      ) : (
        <ListSkeleton rows={3} />
      )}
    </Card>
  )
}
