import { Pagination } from 'antd';
import { useTexts } from '../texts';

export interface NumbersProps {
  label: string;
  current: number;
  pageSize: number;
  total: number;
  showLessItems: boolean;
  onChange: (page: number) => void;
}

/** The pages by their numbers. */
export default function PagingNumbers({ label, ...paging }: NumbersProps) {
  const { t } = useTexts();
  return <Pagination {...paging} showSizeChanger={false} aria-label={t('pages', { label })} />;
}
