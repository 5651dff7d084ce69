export default '/assets/file.svg';
