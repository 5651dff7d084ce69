export { Empty, Flex, Progress } from 'antd';
