import LinkOffRounded from '@mui/icons-material/LinkOffRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { revokeLink, type TrackingLink } from '@rumbo/contract/services.tracking.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { boxLook } from '../../ui/card-look.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'

interface LinkListProps {
  serviceId: string
  links: readonly TrackingLink[]
  onClosed: () => void
}

/** The links of a service, with who made them and whether the customer opened them. */
export function LinkList({ serviceId, links, onClosed }: LinkListProps) {
  const { t, language } = useText()
  const { company } = useWorkspace()
  const message = useErrorMessage()
  const toasts = useToasts()
  const revoking = useChange(revokeLink)
  const moment = (at: string) => formatDate(language, at, { timeZone: company?.timeZone })

  const stateOf = ({ status, openedAt }: TrackingLink) =>
    status === 'revoked'
      ? t('tracking.link.revoked')
      : status === 'expired'
        ? t('tracking.link.expired')
        : openedAt
          ? t('tracking.link.opened', { when: moment(openedAt) })
          : t('tracking.link.notOpened')
  const close = (linkId: string) =>
    revoking.mutateAsync({ params: { id: serviceId, linkId } }).then(onClosed, (error: unknown) => {
      toasts.show({ type: 'error', message: message(error, t('ui.error.text')) })
    })

  return (
    <Box component="section" sx={{ display: 'grid', gap: '8px' }}>
      <Box component="h3" sx={{ typography: 'h3', m: 0 }}>
        {t('tracking.link.list')}
      </Box>
      {links.length === 0 && <Box sx={{ color: token('textSoft') }}>{t('tracking.link.none')}</Box>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '8px' }}>
        {links.map((link) => (
          <Box
            component="li"
            key={link.id}
            sx={{ ...boxLook, p: '6px 8px 6px 14px', display: 'flex', alignItems: 'center', gap: '10px' }}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Box>
                {t('tracking.link.made', { when: moment(link.createdAt), person: link.createdBy ?? '—' })}
              </Box>
              <Box sx={{ typography: 'body2', color: token('textSoft') }}>
                {link.language === 'es' ? t('tracking.link.spanish') : t('tracking.link.english')} ·{' '}
                {stateOf(link)}
              </Box>
            </Box>
            {link.status === 'open' && (
              <IconButton
                aria-label={t('tracking.link.revokeOf', { when: moment(link.createdAt) })}
                title={t('tracking.link.revoke')}
                disabled={revoking.isPending}
                onClick={() => void close(link.id)}
              >
                <LinkOffRounded />
              </IconButton>
            )}
          </Box>
        ))}
      </Box>
    </Box>
  )
}
