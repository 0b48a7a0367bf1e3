import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { previewNotificationRule, type RuleBody } from '@rumbo/contract/notifications.rules.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { useMoment } from '../../app/use-moment.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'

const listed = 10

/** Whom the rule would have reached in the last seven days, and why not. */
export function RulePreview({
  draft,
  companyId,
  isSound,
}: {
  draft: RuleBody
  companyId: string
  isSound: boolean
}) {
  const { t, language } = useText()
  const moment = useMoment()
  const message = useErrorMessage()
  const preview = useChange(previewNotificationRule)
  const number = (value: number) => formatNumber(language, value)
  const body = { companyId, ...draft, name: draft.name.trim() || '-' }
  const found = preview.data
  return (
    <Box sx={{ display: 'grid', gap: '10px' }}>
      <Box>
        <Button
          variant="outlined"
          disabled={!isSound}
          loading={preview.isPending}
          onClick={() => preview.mutate({ body })}
        >
          {t('notificationRules.preview.button')}
        </Button>
      </Box>
      {preview.isError && (
        <Alert severity="error">{message(preview.error, t('notificationRules.preview.failed'))}</Alert>
      )}
      {found && (
        <Box role="status" sx={{ display: 'grid', gap: '8px' }}>
          <Box>
            {t('notificationRules.preview.found', {
              events: number(found.events),
              matched: number(found.matched),
              notifications: number(found.notifications),
            })}
          </Box>
          {found.unmatched.length > 0 && (
            <Box sx={{ typography: 'body2', color: token('textSoft') }}>
              {found.unmatched
                .map(({ reason, events }) =>
                  t('notificationRules.preview.unmatched', {
                    events: number(events),
                    reason: t(`notificationRules.mismatch.${reason}`),
                  }),
                )
                .join(' · ')}
            </Box>
          )}
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: '8px' }}>
            {found.items.slice(0, listed).map((one) => (
              <Box
                component="li"
                key={one.eventId}
                sx={{ borderTop: `1px solid ${token('line')}`, pt: '8px' }}
              >
                <Box sx={{ fontWeight: 620, overflowWrap: 'anywhere' }}>{one.title}</Box>
                <Box sx={{ typography: 'body2', color: token('textSoft'), overflowWrap: 'anywhere' }}>
                  {moment(one.at)} ·{' '}
                  {one.recipients.length === 0
                    ? t('notificationRules.preview.nobody')
                    : one.recipients.map(({ name }) => name).join(', ')}
                </Box>
              </Box>
            ))}
          </Box>
        </Box>
      )}
    </Box>
  )
}
