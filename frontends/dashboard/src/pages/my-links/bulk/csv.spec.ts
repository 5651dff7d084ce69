import { expect, it } from '@jest/globals';
import { aLink } from '../../fixtures';
import { csvOf } from './csv';

it('writes a row for each link, with what spreadsheets would misread put in quotes or made a text', () => {
  const link = aLink(1, { title: '=HYPERLINK("x"), two', tags: ['a', 'b'], original_url: 'https://example.com/1' });
  const [head, row, end] = csvOf([link]).split('\r\n');
  expect(head).toBe('\uFEFFshort_url,original_url,title,tags,clicks_count,is_active,created_at,expires_at,max_clicks');
  expect(row).toContain(`https://example.com/1,"'=HYPERLINK(""x""), two","a, b",1234,true,`);
  expect(end).toBe('');
});
