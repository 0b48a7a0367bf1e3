import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import GroupsOutlined from '@mui/icons-material/GroupsOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { useDisplayName, useSession } from '../client-context.tsx'

/** Shown to users without a company: whom to contact, and the user id to send. */
export function NoCompany() {
  const { t } = useText()
  const toasts = useToasts()
  const name = useDisplayName()
  const { user } = useSession()
  if (user === null) return null
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(user.id)
      toasts.show({ type: 'success', message: t('shell.noCompany.copied') })
    } catch {
      toasts.show({ type: 'error', message: t('shell.noCompany.copyFailed') })
    }
  }
  return (
    <>
      <PageHeader title={name} />
      <EmptyState
        icon={<GroupsOutlined />}
        title={t('identity.noCompany')}
        text={
          <>
            {t('shell.noCompany.yourId')}{' '}
            <Box component="code" sx={{ userSelect: 'all', overflowWrap: 'anywhere' }}>
              {user.id}
            </Box>
          </>
        }
        action={
          <Button variant="outlined" startIcon={<ContentCopyRounded />} onClick={() => void copy()}>
            {t('shell.noCompany.copy')}
          </Button>
        }
      />
    </>
  )
}
