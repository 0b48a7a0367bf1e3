import GroupsOutlined from '@mui/icons-material/GroupsOutlined'
import Box from '@mui/material/Box'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useDisplayName, useSession } from '../client-context.tsx'
import { CopyTextButton } from './CopyTextButton.tsx'

/** Shown to users without a company: whom to contact, and the user id to send. */
export function NoCompany() {
  const { t } = useText()
  const name = useDisplayName()
  const { user } = useSession()
  if (user === null) return null
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
          <CopyTextButton
            text={user.id}
            label={t('shell.noCompany.copy')}
            copied={t('shell.noCompany.copied')}
          />
        }
      />
    </>
  )
}
