import ExploreOffOutlined from '@mui/icons-material/ExploreOffOutlined'
import Button from '@mui/material/Button'
import { addresses } from '../../addresses.ts'
import { Anchor } from '../../app/navigation/address.tsx'
import type { ScreenProps } from '../../app/navigation/screen-entry.ts'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'

/** The error page of an unknown address. */
export function NotFoundScreen({ title }: ScreenProps) {
  const { t } = useText()
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        icon={<ExploreOffOutlined />}
        title={t('screens.notFound.text')}
        action={
          <Button variant="contained" component={Anchor} to={addresses.main()}>
            {t('screens.notFound.action')}
          </Button>
        }
      />
    </>
  )
}
